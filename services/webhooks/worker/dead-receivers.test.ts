import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { newIds, recordUpdates, startTestWorker } from '../../../test/support/webhooks/test-worker.ts';
import { webhooks } from '../service.ts';
import { leaseEndpoints } from '../store/lease-endpoints.ts';

/**
 * Endpoints of a receiver that never responds, twenty per institution, which have failed before and have a hundred
 * thousand deliveries due.
 */
const DEAD = 5_000;
const OF_EACH = 20;
const INSTITUTIONS = DEAD / OF_EACH;
const AT = '2026-10-05T07:00:00.000Z';
/** Concurrent requests of a worker to failing endpoints. */
const TROUBLED_AT_ONCE = 16 * 4;

let service: TestService;
let dead: TestReceiver;
let healthy: TestReceiver;

beforeAll(async () => {
  service = await startTestService(webhooks, { service: 'own' });
  // Of one institution, endpoints with the same host share its slots.
  [dead, healthy] = await Promise.all([TestReceiver.start(), TestReceiver.start({ host: 'localhost' })]);
  dead.answer = () => undefined;
  await service.sql(
    `INSERT INTO endpoints (institution_id, id, url, types, is_enabled, revision, created_at, updated_at)
     SELECT md5('institution ' || n % ${INSTITUTIONS})::uuid, gen_random_uuid(), $1, '{}', true, gen_random_uuid(), '${AT}', '${AT}'
     FROM generate_series(1, ${DEAD}) AS n`,
    [dead.url],
  );
  await service.sql(
    `INSERT INTO endpoint_queues (institution_id, endpoint_id, due_at, served_at, failing_since, is_slow, host)
     SELECT institution_id, id, '${AT}', '${AT}', '${AT}', false, $1 FROM endpoints`,
    [new URL(dead.url).hostname],
  );
  await service.sql(
    `INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id,
       status, attempt_count, attempts_made, body, next_attempt_at, created_at, updated_at)
     SELECT institution_id, endpoint_id, gen_random_uuid(), 'user.updated', n, '${AT}', gen_random_uuid(),
       'pending', 1, 1, '{}', '${AT}', '${AT}', '${AT}'
     FROM endpoint_queues, generate_series(1, ${OF_EACH}) AS n`,
  );
  await service.sql('ANALYZE endpoints, endpoint_queues, deliveries');
});
afterAll(async () => {
  await Promise.all([dead.end(), healthy.end()]);
  await service.stop();
});
beforeEach(() => service.sql('UPDATE endpoint_queues SET lease = NULL, leased_until = NULL WHERE lease IS NOT NULL'));

/** An endpoint that responds, of an institution whose other endpoints may be dead. */
async function newEndpoint(institutionId: string): Promise<void> {
  const call = service.call({ kind: 'operator', institutionId });
  await call(EndpointService.method.createEndpoint, { endpoint: { url: healthy.url, isEnabled: true } });
}

const happen = (institutionId: string, count: number) => recordUpdates(service, institutionId, newIds(count));

it('the search for due deliveries reads few of thousands of failing endpoints', async () => {
  const institutionId = randomUUID();
  await newEndpoint(institutionId);
  await happen(institutionId, 1);
  const request = { lease: randomUUID(), now: '2026-10-05T08:00:00.000Z', healthy: 48, troubled: 16 };
  const lease: Parameters<typeof explain>[1] = (db) => leaseEndpoints(db as never, request);
  const plan = await explain(service, lease);
  expect(plan).toContain('(actual rows=17');
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(1_100);
  const [, touched = 'none'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
  expect(Number(touched), plan).toBeLessThanOrEqual(1_000);
});

it('thousands of receivers that never respond do not delay those that do', async () => {
  const [{ id: crowded } = { id: '' }] = await service.sql<{ id: string }>(
    'SELECT institution_id AS id FROM endpoint_queues WHERE failing_since IS NOT NULL LIMIT 1',
  );
  await service.sql('DELETE FROM endpoints WHERE id = (SELECT id FROM endpoints WHERE institution_id = $1 LIMIT 1)', [
    crowded,
  ]);
  await service.sql('UPDATE endpoint_counts SET endpoints = 19 WHERE institution_id = $1', [crowded]);
  const others = [randomUUID(), randomUUID()];
  for (const institutionId of [crowded, ...others]) await newEndpoint(institutionId);
  const worker = startTestWorker(service, { timeoutMs: 600_000 });
  await until('requests to all endpoints served at once', () => dead.requests.length === TROUBLED_AT_ONCE);
  for (let round = 1; round <= 3; round++) {
    const ids: string[] = [];
    for (const institutionId of [crowded, ...others]) ids.push(...(await happen(institutionId, 20)));
    worker.wake.set();
    await until('the deliveries', () => {
      const received = new Set(healthy.requests.map(({ headers }) => headers['webhook-id']));
      return ids.every((id) => received.has(id));
    });
  }
  expect(dead.requests).toHaveLength(TROUBLED_AT_ONCE);
  await dead.end();
  await worker.stop();
});
