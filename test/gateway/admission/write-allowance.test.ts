import { afterAll, beforeEach, expect, it } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import { newEmail, newUser } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** A client's daily write limit: a few users. */
const BYTES_PER_DAY = 20_000;
let client: TestClient;

const system = await TestSystem.start({ shape: 'one process', writtenBytesPerDay: BYTES_PER_DAY });
const school = await system.newInstitution();
beforeEach(async () => {
  client = await system.newClient(school.id);
});
afterAll(() => system.stop());

const create = () => client.post('/users', { email: newEmail(), name: 'A' });
const seen = ({ status, headers, body }: TestAnswer) => [status, headers.get('retry-after'), body.code];

/** Writes until the limit is reached; returns the number of writes. */
async function spendAll(): Promise<number> {
  for (let writes = 0; writes < 1_000; writes++) if ((await create()).status === 429) return writes;
  throw new Error('nothing was refused');
}

it('a client who has written what he may in a day is refused until midnight, and only he, and only his writes', async () => {
  const user = await newUser(client);
  const { writes } = system.lyceum.gateway;
  const before = writes.refusals;
  const count = await spendAll();
  // A user creates several records of some hundred bytes each: itself, its event, its audit record, its idempotency
  // record.
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThan(50);
  system.clock.set('2026-10-05T23:00:00.500Z');
  const refused = await create();
  expect(seen(refused)).toEqual([429, '3600', 'rate_limit_exceeded']);
  expect(refused.body.detail).toContain('may write per day');
  const patch = await client.patch(user.path, { name: 'B' }, { ifMatch: user.etag });
  expect(seen(patch)).toEqual([429, '3600', 'rate_limit_exceeded']);
  expect(writes.refusals).toBe(before + 3);
  expect((await client.get(user.path)).body.data).toEqual(user.data);
  expect((await school.client.post('/users', { email: newEmail(), name: 'A' })).status).toBe(201);
  system.clock.set('2026-10-06T00:00:00.000Z');
  expect((await create()).status).toBe(201);
});

const tried = (user: object = { email: newEmail(), name: 'A' }) => client.post('/dry-run/users', user);

it('a dry run writes nothing, and goes on when everything is written', async () => {
  const { writes } = system.lyceum.gateway;
  const before = writes.bytesWritten;
  expect((await tried()).status).toBe(201);
  expect(writes.bytesWritten).toBe(before);
  await spendAll();
  expect((await tried()).status).toBe(201);
  expect((await create()).status).toBe(429);
});

it('what dry runs send and roll back has an allowance of its own, however many are sent at once', async () => {
  system.clock.set('2026-10-07T23:00:00.500Z');
  // Each sends about as much as the same write: the allowance is enough for fewer than fifty. What is under way is
  // completed.
  const answers = await Promise.all(Array.from({ length: 60 }, () => tried()));
  for (const { status } of answers) expect([201, 429]).toContain(status);
  const refused = await tried();
  expect(seen(refused)).toEqual([429, '3600', 'rate_limit_exceeded']);
  expect(refused.body.detail).toContain('may try in dry runs');
  expect((await create()).status).toBe(201);
  const { body } = await school.client.post('/dry-run/users', { email: newEmail(), name: 'A' });
  expect(body.data.name).toBe('A');
  system.clock.set('2026-10-08T00:00:00.000Z');
  expect((await tried()).status).toBe(201);
});

it('a dry run that is refused counts, too', async () => {
  const { email } = (await create()).body.data;
  const taken = { email, name: 'A'.repeat(190) };
  const statuses: number[] = [];
  for (let tries = 0; tries < 500 && statuses.at(-1) !== 429; tries++) statuses.push((await tried(taken)).status);
  expect(new Set(statuses)).toEqual(new Set([409, 429]));
});

it('a replay, a refused write and a read write nothing', async () => {
  const { writes } = system.lyceum.gateway;
  const email = newEmail();
  const request = { key: 'once' };
  await client.post('/users', { email, name: 'A' }, request);
  const written = writes.bytesWritten;
  expect(written).toBeGreaterThan(0);
  expect((await client.post('/users', { email, name: 'A' }, request)).status).toBe(201);
  expect((await client.post('/users', { email, name: 'A' })).status).toBe(409);
  expect((await client.post('/users', { email })).status).toBe(422);
  expect((await client.get('/users')).status).toBe(200);
  expect(writes.bytesWritten).toBe(written);
});
