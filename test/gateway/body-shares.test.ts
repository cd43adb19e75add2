import { afterAll, beforeAll, expect, it } from 'vitest';
import { HeldTable } from '../support/held-table.ts';
import { sendRaw } from '../support/raw-http.ts';
import type { TestClient } from '../support/test-client.ts';
import { newEmail } from '../support/test-directory.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

/** Bodies that hold more memory than a client's share of it: his next ones are shed until they are answered. */
const BODY_BYTES = 100_000;
let system: TestSystem;
let school: TestInstitution;
let other: TestClient;

beforeAll(async () => {
  system = await TestSystem.start({ shape: 'one process', overload: { bodyBytesInFlight: 4 * BODY_BYTES } });
  school = await system.newInstitution();
  ({ client: other } = await system.newInstitution());
});
afterAll(() => system.stop());

/** Waits until so many stand before the table. */
const calls = (count: number) =>
  until('all stand before the table', () =>
    system.lyceum.system.services.some(
      ({ definition, load }) => definition.name === 'directory' && load.callsInFlight === count,
    ),
  );
const large = () => JSON.stringify({ email: newEmail(), name: 'A' }).padEnd(BODY_BYTES);
const create = (client: TestClient, text = large()) => client.send('POST', '/users', { text, key: true });
const shed = [503, '1', 'internal_error', 'The platform is busy. Repeat the request.'];
const seen = ({ status, headers, body }: TestAnswer) => [status, headers.get('retry-after'), body.code, body.detail];

/** The same in chunks, which tell nothing of their sum. */
function createInChunks(text: string): Promise<TestAnswer> {
  const chunks = text.match(/.{1,20000}/gs)?.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`) ?? [];
  const headers = {
    authorization: school.client.authorization,
    'content-type': 'application/json',
    'idempotency-key': newEmail(),
    'transfer-encoding': 'chunked',
  };
  return sendRaw(system.port, 'POST /api/v4/users HTTP/1.1', headers, `${chunks.join('')}0\r\n\r\n`);
}

it('a client whose bodies hold his share is shed with the next large one, and no other institution is', async () => {
  const users = await HeldTable.hold(system.databases.url('directory'), 'users');
  const held = [create(school.client), createInChunks(large())];
  await calls(2);
  expect(seen(await create(school.client))).toEqual(shed);
  expect(seen(await createInChunks(large()))).toEqual(shed);
  expect(system.lyceum.load.shed).toMatchObject({ bodies: 2, client: 0 });
  // Neither a request without a body nor another institution has anything to do with it.
  expect((await school.client.get('/locations')).status).toBe(200);
  const others = create(other);
  await calls(3);
  await users.release();
  expect((await Promise.all([...held, others])).map(({ status }) => status)).toEqual([201, 201, 201]);
});

it('what was answered makes room, and so does a client who goes', async () => {
  const users = await HeldTable.hold(system.databases.url('directory'), 'users');
  const gone = new AbortController();
  const requests = [1, 2].map(() =>
    school.client.send('POST', '/users', { text: large(), key: true, signal: gone.signal }),
  );
  await calls(2);
  expect((await create(school.client)).status).toBe(503);
  gone.abort();
  for (const request of requests) await expect(request).rejects.toThrow('aborted');
  await until('the slots are free', () => system.lyceum.load.requestsInFlight === 0);
  await users.release();
  for (const answer of await Promise.all([create(school.client), createInChunks(large())]))
    expect(answer.status).toBe(201);
});
