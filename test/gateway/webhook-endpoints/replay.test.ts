import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { ReceivingEndpoint } from '../../support/webhooks/receiving-endpoint.ts';

let endpoint: ReceivingEndpoint;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  endpoint = await ReceivingEndpoint.in(system);
});

describe('POST /webhook-endpoints/{id}/replay', () => {
  it('202: the events of the range that the endpoint wants are sent again', async () => {
    for (let i = 0; i < 3; i++) await newUser(endpoint.client);
    await endpoint.settled('succeeded', 3);
    const [, second] = (await endpoint.client.get('/events', { query: { types: 'user.created' } })).body.data;
    const answer = await endpoint.post('replay', { fromSequence: second.sequence }, randomUUID());
    expect([answer.status, answer.body.data]).toEqual([202, { deliveries: 2 }]);
    await endpoint.received(5);
    expect(endpoint.events.filter(({ id }) => id === second.id)).toHaveLength(2);
    await endpoint.settled('succeeded', 5);
  });

  it('202: leaves out what waits already', async () => {
    await endpoint.prove();
    endpoint.answerWith(500);
    await newUser(endpoint.client);
    await endpoint.received(2);
    expect((await endpoint.post('replay', { fromSequence: 0 }, randomUUID())).body.data).toEqual({ deliveries: 0 });
  });

  it('409: until the receiver has accepted a request: a test event is enough', async () => {
    endpoint.answerWith(500);
    await newUser(endpoint.client);
    await endpoint.received(1);
    const refused = await endpoint.post('replay', { fromSequence: 0 }, randomUUID());
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.detail).toContain('Send a test event first');
    endpoint.answerWith(204);
    await endpoint.prove();
    expect((await endpoint.post('replay', { fromSequence: 0 }, randomUUID())).status).toBe(202);
  });

  it('409: while another one runs; a repeated request gets its first answer', async () => {
    for (let i = 0; i < 2; i++) await newUser(endpoint.client);
    await endpoint.settled('succeeded', 2);
    endpoint.receiver.answer = () => undefined;
    const key = randomUUID();
    const first = await endpoint.post('replay', { fromSequence: 0 }, key);
    // The worker may have created all deliveries of so short a replay by now.
    await query(
      system.databases.url('webhooks'),
      'UPDATE endpoint_queues SET replay_from = 1, replay_to = 2 WHERE endpoint_id = $1',
      [endpoint.path.split('/').at(-1)],
    );
    const [second, replayed] = [
      await endpoint.post('replay', { fromSequence: 0 }, randomUUID()),
      await endpoint.post('replay', { fromSequence: 0 }, key),
    ];
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining('A replay')]);
    expect([replayed.status, replayed.body]).toEqual([202, first.body]);
  });

  it('429: beyond the deliveries that the institution may request in a day, as for test events and redeliveries', async () => {
    await newUser(endpoint.client);
    const [delivery] = await endpoint.settled('succeeded');
    await endpoint.post('test');
    await query(
      system.databases.url('webhooks'),
      'UPDATE delivery_budgets SET requested = 50000 WHERE institution_id = $1',
      [endpoint.institutionId],
    );
    const seconds = (Date.parse('2026-10-06T00:00:00Z') - system.clock.now()) / 1_000;
    for (const answer of [
      await endpoint.post('replay', { fromSequence: 0 }, randomUUID()),
      await endpoint.post('test'),
      await endpoint.post(`deliveries/${delivery.id}/redeliver`),
    ]) {
      expect(answer.body).toMatchObject({ status: 429, code: 'rate_limit_exceeded', deliveriesLeft: 0 });
      expect(answer.body).not.toHaveProperty('retryAfterSeconds');
      expect(answer.headers.get('retry-after')).toBe(String(Math.ceil(seconds)));
    }
  });

  it('422: a range that ends before it begins', async () => {
    const answer = await endpoint.post('replay', { fromSequence: 2, toSequence: 1 }, randomUUID());
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer: '/toSequence', code: 'too_small' }]]);
  });
});
