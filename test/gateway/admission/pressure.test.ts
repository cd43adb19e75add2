import { afterEach, expect, it } from 'vitest';
import { monotonicMs } from '../../../platform/core/clock.ts';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { readAnswer } from '../../support/test-client.ts';
import { newEmail } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let system: TestSystem;
afterEach(() => system.stop());

const seen = ({ status, headers, body }: TestAnswer) => [status, headers.get('retry-after'), body?.code, body?.detail];
const shed = [503, '1', 'internal_error', 'The platform is busy. Repeat the request.'];
const health = async () => (await fetch(`${system.url}/healthz`)).status;
const anonymous = async () => readAnswer(await fetch(`${system.url}/api/v4/users`));

/** Keeps the event loop busy for that long. */
function work(ms: number): void {
  for (const end = monotonicMs() + ms; monotonicMs() < end; );
}

/** Stops the thread amid its work for that long, like a machine that is suspended. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A create waits for a lock. One request in flight of 25 is the number still accepted under pressure. */
async function startWithOneInFlight() {
  system = await TestSystem.start({ shape: 'one process', admission: { requestsInFlight: 25, eventLoopDelayMs: 150 } });
  const { client } = await system.newInstitution();
  const users = await HeldTable.hold(system.databases.url('directory'), 'users');
  const create = client.post('/users', { email: newEmail(), name: 'A' });
  await users.waiters(1);
  return { client, users, create };
}

it('requests are shed before authentication while the event loop is late, and not afterwards', async () => {
  const { client, users, create } = await startWithOneInFlight();
  const answer = await until('a request is shed', async () => {
    const requests = [client.get('/locations'), anonymous(), health()] as const;
    for (let blocks = 0; blocks < 4; blocks++) {
      work(300);
      await new Promise(setImmediate);
    }
    const [known, unknown, alive] = await Promise.all(requests);
    expect(alive).toBe(200);
    return [known, unknown].find(({ status }) => status === 503);
  });
  expect(seen(answer)).toEqual(shed);
  expect(system.lyceum.load.shed.event_loop).toBeGreaterThan(0);
  await until('a request is answered', async () => (await client.get('/locations')).status === 200);
  await users.release();
  expect((await create).status).toBe(201);
});

it('requests that waited while the process was paused are not shed', async () => {
  const { client, users, create } = await startWithOneInFlight();
  for (let pauses = 0; pauses < 3; pauses++) {
    const requests = [client.get('/locations'), client.get('/locations')];
    pause(2_000);
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200]);
  }
  expect(system.lyceum.load.shed.event_loop).toBe(0);
  await users.release();
  expect((await create).status).toBe(201);
});

it('requests of all clients are shed while the heap is too large', async () => {
  system = await TestSystem.start({ shape: 'one process', admission: { heapBytes: 1 } });
  const answer = await until('a request is shed', async () => {
    const found = await anonymous();
    return found.status === 503 ? found : null;
  });
  expect(seen(answer)).toEqual(shed);
  expect(system.lyceum.load).toMatchObject({ requestsInFlight: 0, shed: { memory: 1 } });
  expect(await health()).toBe(200);
});
