import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeliveryView } from '../../gateway/schema/webhook-delivery.ts';
import { HOUR_MS } from '../../platform/core/instant.ts';
import { query } from '../support/postgres/query.ts';
import type { TestClient } from '../support/test-client.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';

let system: TestSystem;
let receiver: TestReceiver;
let client: TestClient;
let institutionId: string;
let secret: string;
let path: string;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});
afterAll(() => system.stop());
beforeEach(async () => {
  receiver = await TestReceiver.start();
  ({ client, id: institutionId } = await system.newInstitution());
  const json = { url: receiver.url, types: ['user.created', 'user.updated'] };
  const { body } = await client.post('/webhook-endpoints', json);
  ({ secret } = body.data);
  path = `/webhook-endpoints/${body.data.id}`;
});
afterEach(() => receiver.end());

const received = (count: number) => until(`${count} requests`, () => receiver.requests.length >= count);
const events = () => receiver.requests.map(({ body }) => JSON.parse(body));
const answerWith = (status: number, headers = {}) => {
  receiver.answer = (response) => response.writeHead(status, headers).end('an answer');
};
const deliveries = async (query = {}) => (await client.get(`${path}/deliveries`, { query })).body.data;
const settled = (status: string, count = 1) =>
  until(`${count} deliveries ${status}`, async () => {
    const found = await deliveries({ status });
    return found.length >= count && found;
  });
/** Waits until the receiver has accepted a test event, without which the endpoint cannot replay. */
const prove = async () => {
  await post('test');
  await settled('succeeded');
};
const post = (end: string, json?: object, key?: string) =>
  client.send('POST', `${path}/${end}`, { ...(json ? { json } : {}), ...(key ? { key } : {}) });

describe('an event', () => {
  it('arrives as the feed shows it, signed with the secret of the endpoint', async () => {
    await newUser(client);
    await received(1);
    const { body = '', headers = {} } = receiver.requests[0] ?? {};
    // Receivers reject old timestamps, and the platform uses the test's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: system.clock.now() });
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string };
    vi.useRealTimers();
    expect((await client.get(`/events/${event.id}`)).body.data).toEqual(event);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Lyceum-Webhooks/4.3',
      'webhook-id': event.id,
    });
    const [delivery] = await settled('succeeded');
    expect(delivery).toMatchObject({ eventId: event.id, eventType: 'user.created', nextAttemptAt: null });
  });

  it('that was not taken comes again, and no other of its resource before it', async () => {
    answerWith(500);
    const user = await newUser(client, { name: 'Ada' });
    await received(1);
    expect((await client.patch(user.path, { name: 'Ada A.' }, { ifMatch: '*' })).status).toBe(200);
    const other = await newUser(client);
    await received(2);
    expect(events().map(({ resource }) => resource.id)).toEqual([user.data.id, other.data.id]);
    const waiting = await settled('pending', 3);
    expect(waiting.filter(({ nextAttemptAt }: { nextAttemptAt: unknown }) => nextAttemptAt === null)).toHaveLength(1);

    answerWith(204);
    system.clock.advance(6_000);
    await received(5);
    const ofUser = receiver.requests.filter(({ body }) => JSON.parse(body).resource.id === user.data.id);
    expect(ofUser.map(({ body }) => JSON.parse(body).type)).toEqual(['user.created', 'user.created', 'user.updated']);
    expect(ofUser[0]?.headers['webhook-id']).toBe(ofUser[1]?.headers['webhook-id']);
    await settled('succeeded', 3);
  });

  it('whose receiver asks for time is not sent before', async () => {
    answerWith(503, { 'Retry-After': '3600' });
    await newUser(client);
    await received(1);
    const [delivery] = await until('the attempt', async () => {
      const found = await settled('pending');
      return found[0].nextAttemptAt > '2026-10-05T08:59' && found;
    });
    const { data } = (await client.get(`${path}/deliveries/${delivery.id}`)).body;
    expect(data.attempts).toMatchObject([{ status: 503, error: null, response: 'an answer' }]);
    const [{ at }] = data.attempts;
    expect(delivery).toMatchObject({ attemptCount: 1, lastAttempt: { at, status: 503, error: null } });
    expect(Object.keys(delivery.lastAttempt)).toEqual(['at', 'status', 'error']);
    expect(Date.parse(data.nextAttemptAt) - Date.parse(data.attempts[0].at)).toBeGreaterThanOrEqual(HOUR_MS);
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const rotated = (await post('rotate-secret')).body.data.secret;
    await newUser(client);
    await received(1);
    const signatures = String(receiver.requests[0]?.headers['webhook-signature']).split(' ');
    const { headers, body } = receiver.requests[0] as never as { headers: Record<string, string>; body: string };
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signed = [rotated, secret].map((each) => new Webhook(each).sign(headers['webhook-id'] ?? '', sentAt, body));
    expect(signatures).toEqual(signed);
  });
});

describe('a receiver that is gone', () => {
  it('is sent nothing more, keeps what waits, and its owner can enable it again', async () => {
    answerWith(410);
    await newUser(client);
    await received(1);
    const endpoint = async () => (await client.get(path)).body.data;
    await until('the end of the endpoint', async () => (await endpoint()).disabledReason === 'gone');
    expect((await deliveries()).map(({ status }: { status: string }) => status)).toEqual(['pending']);
    for (const [end, json] of [['test'], ['replay', { fromSequence: 0 }]] as const)
      expect([end, (await post(end, json, randomUUID())).status]).toEqual([end, 409]);
    const [waiting] = await deliveries();
    expect((await post(`deliveries/${waiting.id}/redeliver`)).status).toBe(409);

    answerWith(204);
    const answer = await client.patch(path, { isEnabled: true }, { ifMatch: '*' });
    expect(answer.body.data).toMatchObject({ isEnabled: true, disabledReason: null });
    system.clock.advance(6_000);
    await received(2);
    expect(events().map(({ type }) => type)).toEqual(['user.created', 'user.created']);
  });
});

describe('POST /webhook-endpoints/{id}/test', () => {
  it('202: a delivery of an event that is not in the feed; a replay is the same one', async () => {
    const key = randomUUID();
    const [first, replay] = [await post('test', undefined, key), await post('test', undefined, key)];
    expect([first.status, replay.status]).toEqual([202, 202]);
    expect(replay.body.data).toEqual(first.body.data);
    expect(first.body.data).toMatchObject({ eventType: 'webhook.test', status: 'pending' });
    await settled('succeeded');
    const [event] = events();
    expect(event).toMatchObject({
      ...{ id: first.body.data.eventId, type: 'webhook.test', sequence: 0, changed: null },
      resource: { type: 'webhook_endpoint', path: `/api/v4${path}` },
      actor: { type: 'integration' },
      requestId: first.headers.get('x-request-id'),
    });
    expect((await client.get(`/events/${event.id}`)).status).toBe(404);
    expect(receiver.requests).toHaveLength(1);
  });

  it('404 for an unknown endpoint', async () => {
    expect((await client.send('POST', `/webhook-endpoints/${randomUUID()}/test`)).status).toBe(404);
  });
});

describe('deliveries', () => {
  it('are listed the newest first, page by page, and filtered by status and event', async () => {
    for (let i = 0; i < 3; i++) {
      system.clock.advance(1_000);
      await newUser(client);
    }
    await settled('succeeded', 3);
    const all = (await client.walk(`${path}/deliveries`, { limit: '2' })) as DeliveryView[];
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(await deliveries({ status: 'failed' })).toEqual([]);
    expect(await deliveries({ eventId: all[1]?.eventId })).toEqual([all[1]]);
    expect(await deliveries({ eventId: 'none' })).toEqual([]);
    expect((await client.get(`${path}/deliveries`, { query: { status: 'lost' } })).status).toBe(400);
  });

  it('are read with their attempts, and not by another endpoint’s id', async () => {
    await newUser(client);
    const [delivery] = await settled('succeeded');
    const { body } = await client.get(`${path}/deliveries/${delivery.id}`);
    const { attempts, ...data } = body.data;
    expect(data).toEqual(delivery);
    expect(attempts).toEqual([
      { at: expect.any(String), durationMs: expect.any(Number), status: 204, error: null, response: '' },
    ]);
    const other = (await client.post('/webhook-endpoints', { url: receiver.url })).body.data.id;
    for (const wrong of [`${path}/deliveries/${randomUUID()}`, `/webhook-endpoints/${other}/deliveries/${delivery.id}`])
      expect((await client.get(wrong)).status).toBe(404);
  });

  it('POST …/redeliver: 202, pending, and sent again; 404 for an unknown one', async () => {
    await newUser(client);
    const [delivery] = await settled('succeeded');
    const answer = await post(`deliveries/${delivery.id}/redeliver`);
    expect([answer.status, answer.body.data]).toMatchObject([202, { id: delivery.id, status: 'pending' }]);
    await received(2);
    await settled('succeeded');
    expect((await client.get(`${path}/deliveries/${delivery.id}`)).body.data.attempts).toHaveLength(2);
    expect((await post(`deliveries/${randomUUID()}/redeliver`)).status).toBe(404);
  });

  it('end with their endpoint', async () => {
    answerWith(500);
    await newUser(client);
    await received(1);
    expect((await client.send('DELETE', path, { ifMatch: '*' })).status).toBe(204);
    expect((await client.get(`${path}/deliveries`)).status).toBe(404);
  });
});

describe('POST /webhook-endpoints/{id}/replay', () => {
  it('202: the events of the range that the endpoint wants are sent again', async () => {
    for (let i = 0; i < 3; i++) await newUser(client);
    await settled('succeeded', 3);
    const [, second] = (await client.get('/events', { query: { types: 'user.created' } })).body.data;
    const answer = await post('replay', { fromSequence: second.sequence }, randomUUID());
    expect([answer.status, answer.body.data]).toEqual([202, { deliveries: 2 }]);
    await received(5);
    expect(events().filter(({ id }) => id === second.id)).toHaveLength(2);
    await settled('succeeded', 5);
  });

  it('leaves out what waits already', async () => {
    await prove();
    answerWith(500);
    await newUser(client);
    await received(2);
    expect((await post('replay', { fromSequence: 0 }, randomUUID())).body.data).toEqual({ deliveries: 0 });
  });

  it('409 until the receiver has accepted a request: a test event is enough', async () => {
    answerWith(500);
    await newUser(client);
    await received(1);
    const refused = await post('replay', { fromSequence: 0 }, randomUUID());
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.detail).toContain('Send a test event first');
    answerWith(204);
    await prove();
    expect((await post('replay', { fromSequence: 0 }, randomUUID())).status).toBe(202);
  });

  it('409 while another one runs; a repeated request gets its first answer', async () => {
    for (let i = 0; i < 2; i++) await newUser(client);
    await settled('succeeded', 2);
    receiver.answer = () => undefined;
    const key = randomUUID();
    const first = await post('replay', { fromSequence: 0 }, key);
    // The worker may have created all deliveries of so short a replay by now.
    await query(
      system.databases.url('webhooks'),
      'UPDATE endpoint_queues SET replay_from = 1, replay_to = 2 WHERE endpoint_id = $1',
      [path.split('/').at(-1)],
    );
    const [second, replayed] = [
      await post('replay', { fromSequence: 0 }, randomUUID()),
      await post('replay', { fromSequence: 0 }, key),
    ];
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining('A replay')]);
    expect([replayed.status, replayed.body]).toEqual([202, first.body]);
  });

  it('429 beyond the deliveries that the institution may request in a day, as for test events and redeliveries', async () => {
    await newUser(client);
    const [delivery] = await settled('succeeded');
    await post('test');
    await query(
      system.databases.url('webhooks'),
      'UPDATE delivery_budgets SET requested = 50000 WHERE institution_id = $1',
      [institutionId],
    );
    const seconds = (Date.parse('2026-10-06T00:00:00Z') - system.clock.now()) / 1_000;
    for (const answer of [
      await post('replay', { fromSequence: 0 }, randomUUID()),
      await post('test'),
      await post(`deliveries/${delivery.id}/redeliver`),
    ]) {
      expect(answer.body).toMatchObject({ status: 429, code: 'rate_limit_exceeded', deliveriesLeft: 0 });
      expect(answer.body).not.toHaveProperty('retryAfterSeconds');
      expect(answer.headers.get('retry-after')).toBe(String(Math.ceil(seconds)));
    }
  });

  it.each([
    [{}, '/fromSequence', 'required'],
    [{ fromSequence: -1 }, '/fromSequence', 'too_small'],
    [{ fromSequence: 2, toSequence: 1 }, '/toSequence', 'too_small'],
    [{ fromSequence: 1, upTo: 2 }, '/upTo', 'unknown_field'],
  ])('422: %j', async (json, pointer, code) => {
    const answer = await post('replay', json, randomUUID());
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer, code }]]);
  });

  it('400 without a key', async () => {
    expect((await post('replay', { fromSequence: 0 })).status).toBe(400);
  });
});
