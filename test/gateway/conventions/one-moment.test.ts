import { afterAll, describe, expect, it } from 'vitest';
import type { DeliveryView } from '../../../gateway/schema/webhook-delivery.ts';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { query } from '../../support/postgres/query.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

/** Each change is committed while its reader waits for the second of the tables that the answer is made of. */

const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const { client } = school;
afterAll(() => system?.stop());

describe('a delivery that ends while it is read', () => {
  const answers: readonly (readonly [what: string, path: (endpoint: string, id: string) => string])[] = [
    ['by its id', (endpoint, id) => `${endpoint}/deliveries/${id}`],
    ['in the list', (endpoint) => `${endpoint}/deliveries`],
    ['in the list of pending ones', (endpoint) => `${endpoint}/deliveries?status=pending`],
  ];
  it.each(answers)('%s is not pending beside its successful attempt', async (_, pathOf) => {
    // Nobody answers there, so that one attempt fails and the next one waits for the clock.
    const { body } = await client.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hooks' });
    const endpoint = `/webhook-endpoints/${body.data.id}`;
    const { id } = (await client.send('POST', `${endpoint}/test`)).body.data;
    await until('the first attempt', async () => {
      const { data } = (await client.get(`${endpoint}/deliveries/${id}`)).body;
      return data.attempts.length === 1;
    });
    const url = system.databases.url('webhooks');
    const held = await HeldTable.hold(url, 'delivery_attempts', 'reads');
    const answer = client.get(pathOf(endpoint, id));
    await held.waiters(1);
    await held.change(
      `INSERT INTO delivery_attempts (institution_id, delivery_id, number, at, duration_ms, status)
       VALUES ($1, $2, 2, '2026-10-05T08:00:05Z', 9, 200)`,
      [school.id, id],
    );
    await held.change(
      `UPDATE deliveries SET status = 'succeeded', next_attempt_at = NULL, attempts_made = 2 WHERE institution_id = $1 AND id = $2`,
      [school.id, id],
    );
    await held.release();
    const { data } = (await answer).body;
    const shown: DeliveryView[] = Array.isArray(data) ? data : [data];
    for (const { status, lastAttempt } of shown)
      expect([status, lastAttempt?.status === 200]).not.toEqual(['pending', true]);
    expect(await query(url, 'SELECT status FROM deliveries WHERE id = $1', [id])).toEqual([{ status: 'succeeded' }]);
  });
});

it('a usage has no durations of requests that its sums do not count', async () => {
  const { id: integrationId } = (await client.get('/integration')).body.data;
  const url = system.databases.url('activity');
  const held = await HeldTable.hold(url, 'usage_hours', 'reads');
  const hour = '2026-10-01T08:00:00.000Z';
  const answer = client.get('/usage', { query: { from: hour, to: '2026-10-01T09:00:00.000Z' } });
  await held.waiters(1);
  const own = [school.id, integrationId, hour];
  await held.change(`INSERT INTO usage_hours VALUES ($1, $2, $3, ARRAY[1], 0)`, own);
  await held.change(`INSERT INTO usage_routes VALUES ($1, $2, $3, '/api/v4/users', 2, 1, 0, 0, 10)`, own);
  await held.release();
  for (const { requests, p50Ms } of (await answer).body.data) expect([requests, p50Ms !== null]).toEqual([1, true]);
});
