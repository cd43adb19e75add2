import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultOverloadLimits } from '../../gateway/overload/overload-limits.ts';
import { flood } from '../support/flood.ts';
import { HeldTable } from '../support/held-table.ts';
import { requestHead } from '../support/raw-http.ts';
import { TestClient } from '../support/test-client.ts';
import { newEmail } from '../support/test-directory.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

/** Services blocked because the test locks a table, and more requests than a gateway or a service has slots for. */
const SLOTS = 12;
const HALF = SLOTS / 2;

const seen = ({ status, headers, body }: TestAnswer) => [status, headers.get('retry-after'), body.code, body.detail];
const shed = [503, '1', 'internal_error', 'The platform is busy. Repeat the request.'];
const busy = [503, '1', 'internal_error', 'The service is busy. Repeat the request.'];

let system: TestSystem;
let school: TestInstitution;
let other: TestClient;

const start = async (options: Parameters<typeof TestSystem.start>[0]) => {
  system = await TestSystem.start({ shape: 'one process', ...options });
  school = await system.newInstitution();
  other = await system.newClient(school.id);
  // Its credentials are cached before the flood.
  for (const client of [school.client, other]) expect((await client.get('/users')).status).toBe(200);
};
const holdUsers = () => HeldTable.hold(system.databases.url('directory'), 'users');
const load = () => system.lyceum.load;
const directoryLoad = () =>
  system.lyceum.system.services.find(({ definition }) => definition.name === 'directory')?.load;

/** Creates of users, each with its own key. */
function creates(count: number) {
  const requests = Array.from({ length: count }, () => ({ body: { email: newEmail(), name: 'A' }, key: randomUUID() }));
  return (n: number) => school.client.post('/users', requests[n]?.body, { key: requests[n]?.key as string });
}

/** Repeats each: requests that were shed are done now, the others are replayed. */
async function expectEachDoneOnce(answers: readonly TestAnswer[], create: (n: number) => Promise<TestAnswer>) {
  for (const [n, { status }] of answers.entries()) {
    const again = await create(n);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, status === 201 ? 'true' : null]);
  }
}

describe.each(['direct', 'mux'] as const)('a gateway in front of a service that stands still, over %s', (transport) => {
  beforeAll(() => start({ transport, overload: { requestsInFlight: SLOTS } }));
  afterAll(() => system.stop());

  it('sheds a flood at once but for what finds a slot, which is answered; what was shed repeats with its keys', async () => {
    const count = 10 * SLOTS;
    const create = creates(count);
    const before = load().shed;
    const users = await holdUsers();
    const storm = flood(count, create);
    await until('what has no place is answered', () => storm.answered.length === count - HALF);
    await until('all stand before the table', () => directoryLoad()?.callsInFlight === HALF);
    for (const answer of storm.answered) {
      expect(seen(answer)).toEqual(shed);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
    const expected = { requestsInFlight: HALF, shed: { ...before, operation: before.operation + count - HALF } };
    expect(load()).toMatchObject(expected);
    await users.release();
    const answers = await storm.all;
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(HALF);
    await expectEachDoneOnce(answers, create);
    await until('all slots are free', () => load().requestsInFlight === 0);
  });

  it('meanwhile answers for itself, for other services and other clients, and sheds what one client has beyond his share', async () => {
    const users = await holdUsers();
    const storm = flood(20, creates(20));
    await until('what has no place is answered', () => storm.answered.length === 20 - HALF);
    for (const path of ['/healthz', '/readyz', '/docs', '/errors/internal_error', '/api/v4/openapi.json'])
      expect([path, (await fetch(`${system.url}${path}`)).status]).toEqual([path, 200]);
    for (const path of ['/locations', '/appointments', '/curricula', '/users'])
      expect([path, (await other.get(path)).status]).toEqual([path, 200]);
    const before = load().shed.client;
    expect(seen(await school.client.get('/locations'))).toEqual(shed);
    expect(load().shed.client).toBe(before + 1);
    await users.release();
    await storm.all;
  });

  it('frees the slots of clients who go', async () => {
    const users = await holdUsers();
    const gone = new AbortController();
    const requests = Array.from({ length: HALF }, () =>
      fetch(`${system.url}/api/v4/users`, {
        method: 'POST',
        headers: {
          authorization: school.client.authorization,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ email: newEmail(), name: 'A' }),
        signal: gone.signal,
      }),
    );
    await until('all stand before the table', () => directoryLoad()?.callsInFlight === HALF);
    gone.abort();
    for (const request of requests) await expect(request).rejects.toThrow('aborted');
    await until('the slots are free', () => load().requestsInFlight === 0);
    expect((await school.client.get('/locations')).status).toBe(200);
    await users.release();
  });

  it('keeps no slots for clients who go before it is known who they are', async () => {
    const unknown = await system.newClient(school.id);
    const integrations = await HeldTable.hold(system.databases.url('directory'), 'integrations', 'reads');
    const sockets = Array.from({ length: HALF }, () => {
      const socket = connect(system.port, '127.0.0.1');
      socket.write(requestHead('GET /api/v4/users', { authorization: unknown.authorization }));
      return socket;
    });
    await integrations.waiters(1);
    await until('all are under way', () => load().requestsInFlight === HALF);
    for (const socket of sockets) socket.destroy();
    await until('all have gone', () => load().requestsInFlight === 0);
    await integrations.release();
    expect((await unknown.get('/locations')).status).toBe(200);
  });
});

describe.each(['direct', 'mux'] as const)('a service with more calls than slots, over %s', (transport) => {
  /** An institution's share of the slots. */
  const CALLS = 5;
  beforeAll(() => start({ transport, maxCallsInFlight: 7 }));
  afterAll(() => system.stop());

  it('rejects them at once, no component retries them on its own, and others are served meanwhile', async () => {
    const create = creates(50);
    const users = await holdUsers();
    const storm = flood(50, create);
    await until('what has no place is answered', () => storm.answered.length === 50 - CALLS);
    await until('all stand before the table', () => directoryLoad()?.callsInFlight === CALLS);
    for (const answer of storm.answered) expect(seen(answer)).toEqual(busy);
    expect(directoryLoad()).toMatchObject({ callsInFlight: CALLS, callsRefused: 50 - CALLS });
    // A client whose credentials are not cached, so that the gateway has to call this service.
    const stranger = new TestClient(system.url, other.clientId, 'wrong');
    expect((await stranger.get('/locations')).status).toBe(401);
    expect((await other.get('/locations')).status).toBe(200);
    await users.release();
    await expectEachDoneOnce(await storm.all, create);
    expect(directoryLoad()).toMatchObject({ callsInFlight: 0 });
  });
});

describe('a gateway with the slots that it has by default', () => {
  beforeAll(() =>
    // A slow machine takes more than the ten seconds of the default for a thousand requests at once.
    start({ requestTimeoutMs: 60_000, overload: { requestsInFlight: defaultOverloadLimits.requestsInFlight } }),
  );
  afterAll(() => system.stop());

  it('has one for all that the rate limit gives a client in a minute, sent at one moment', async () => {
    const client = await system.newClient(school.id);
    const answers = await Promise.all(
      Array.from({ length: 1_100 }, () => client.get('/users', { query: { limit: '1' } })),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([1_000, 100]);
  });
});
