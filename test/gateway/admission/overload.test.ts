import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultAdmissionLimits } from '../../../gateway/admission/limits.ts';
import { flood } from '../../support/flood.ts';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { requestHead } from '../../support/raw-http.ts';
import { TestClient } from '../../support/test-client.ts';
import { newEmail } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

/** Services blocked because the test locks a table, and more requests than a gateway or a service has slots for. */
const SLOTS = 12;

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
  // It is known that these have small answers.
  expect((await creates(1)(0)).status).toBe(201);
  expect((await other.get(`/users/${randomUUID()}`)).status).toBe(404);
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
  /** What one institution gets of the places. */
  const SHARE = 8;
  /** What one client gets of them. */
  const AT_ONCE = 3;
  const waiting = () => load().requestsWaiting;
  const allShed = () => load().shed.institution + load().shed.requests;
  beforeAll(() => start({ transport, admission: { requestsInFlight: SLOTS, costInFlight: 2 * AT_ONCE } }));
  afterAll(() => system.stop());

  it('lets a flood wait up to the institution’s share and sheds the rest at once; shed requests can be repeated with their keys', async () => {
    const count = 10 * SLOTS;
    const create = creates(count);
    const shedBefore = allShed();
    const users = await holdUsers();
    const storm = flood(count, create);
    await until('the requests without a slot are answered', () => storm.answered.length === count - SHARE);
    await until('the others wait', () => directoryLoad()?.callsInFlight === AT_ONCE && waiting() === SHARE - AT_ONCE);
    for (const answer of storm.answered) {
      expect(seen(answer)).toEqual(shed);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
    // Those that are answered with 503 hold places until their answers have left.
    expect(allShed()).toBe(shedBefore + count - SHARE);
    await users.release();
    const answers = await storm.all;
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(SHARE);
    await expectEachDoneOnce(answers, create);
    await until('all places are free', () => load().requestsInFlight === 0);
  });

  it('meanwhile answers its own paths, other services, other clients and other institutions', async () => {
    const users = await holdUsers();
    const storm = flood(6, creates(6));
    await until('some wait', () => directoryLoad()?.callsInFlight === AT_ONCE && waiting() === 6 - AT_ONCE);
    for (const path of ['/healthz', '/readyz', '/docs', '/errors/internal_error', '/api/v4/openapi.json'])
      expect([path, (await fetch(`${system.url}${path}`)).status]).toEqual([path, 200]);
    for (const path of ['/locations', '/rooms'])
      expect([path, (await school.client.get(path)).status]).toEqual([path, 200]);
    // Requests to the same service: there is room for one that costs no more than is left.
    const stranger = (await system.newInstitution()).client;
    for (const client of [other, stranger]) expect((await client.get(`/users/${randomUUID()}`)).status).toBe(404);
    await users.release();
    expect((await storm.all).map(({ status }) => status)).toEqual(Array(6).fill(201));
  });

  it('frees the slots of clients that disconnect, in flight or waiting', async () => {
    const users = await holdUsers();
    const gone = new AbortController();
    const requests = Array.from({ length: 6 }, () =>
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
    await until('some wait', () => directoryLoad()?.callsInFlight === AT_ONCE && waiting() === 6 - AT_ONCE);
    gone.abort();
    for (const request of requests) await expect(request).rejects.toThrow('aborted');
    await until('the places are free', () => load().requestsInFlight === 0 && waiting() === 0);
    expect((await school.client.get(`/users/${randomUUID()}`)).status).toBe(404);
    await users.release();
  });

  it('keeps no slots for clients that disconnect before they are authenticated', async () => {
    const unknown = await system.newClient(school.id);
    const integrations = await HeldTable.hold(system.databases.url('identity'), 'integrations', 'reads');
    const sockets = Array.from({ length: SLOTS / 2 }, () => {
      const socket = connect(system.port, '127.0.0.1');
      socket.write(requestHead('GET /api/v4/users', { authorization: unknown.authorization }));
      return socket;
    });
    await integrations.waiters(1);
    await until('all are under way', () => load().requestsInFlight === SLOTS / 2);
    for (const socket of sockets) socket.destroy();
    await until('all have gone', () => load().requestsInFlight === 0);
    await integrations.release();
    expect((await unknown.get('/locations')).status).toBe(200);
  });
});

describe('a gateway whose service hangs for longer than requests may wait', () => {
  beforeAll(() => start({ admission: { costInFlight: 2, waitMs: 300 } }));
  afterAll(() => system.stop());

  it('sheds them', async () => {
    const users = await holdUsers();
    const create = creates(3);
    const first = create(0);
    await until('it is under way', () => directoryLoad()?.callsInFlight === 1);
    for (const n of [1, 2]) expect(seen(await create(n))).toEqual(shed);
    expect(load()).toMatchObject({ requestsWaiting: 0, shed: { wait: 2 } });
    await users.release();
    await expectEachDoneOnce([await first, ...Array(2).fill({ status: 503 })], create);
  });
});

describe.each(['direct', 'mux'] as const)('a service with more calls than slots, over %s', (transport) => {
  const CALLS = 5;
  beforeAll(() => start({ transport, maxCallsInFlight: CALLS }));
  afterAll(() => system.stop());

  it('rejects them at once, no component retries them on its own, and others are served meanwhile', async () => {
    const create = creates(50);
    const users = await holdUsers();
    const storm = flood(50, create);
    await until('the requests without a slot are answered', () => storm.answered.length === 50 - CALLS);
    await until('all wait for the lock', () => directoryLoad()?.callsInFlight === CALLS);
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
    start({ requestTimeoutMs: 60_000, admission: { requestsInFlight: defaultAdmissionLimits.requestsInFlight } }),
  );
  afterAll(() => system.stop());

  it('has a slot for each request that the rate limit allows a client in a minute, sent at once', async () => {
    const client = await system.newClient(school.id);
    const answers = await Promise.all(
      Array.from({ length: 1_100 }, () => client.get('/users', { query: { limit: '1' } })),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([1_000, 100]);
  });
});
