import { expect, it } from 'vitest';
import { exchange, parseAnswer } from '../../support/raw-http.ts';
import { TestSync } from '../../support/test-sync.ts';
import { TestSystem } from '../../support/test-system.ts';
import { newEndpoint } from '../../support/test-webhooks.ts';

const system = await TestSystem.start();
const school = await system.newInstitution();
const sync = await TestSync.create(system, school);

async function send(line: string, authorization: string, headers: string, body = '') {
  const head = `${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${authorization}\r\n${headers}\r\n`;
  return parseAnswer(await exchange(system.port, `${head}\r\n${body}`), line);
}

it.each([
  ['JSON', 'content-type: application/json', ''],
  ['JSON of length 0', 'content-type: application/json\r\ncontent-length: 0', ''],
  ['JSON in no chunks', 'content-type: application/json\r\ntransfer-encoding: chunked', '0\r\n\r\n'],
  ['a form', 'content-type: application/x-www-form-urlencoded', ''],
  ['a text of length 0', 'content-type: text/plain; charset=utf-8\r\ncontent-length: 0', ''],
  ['what is no type', 'content-type: *', ''],
])('%s that is not there makes no difference to operations without a body', async (_, headers, body) => {
  const { authorization } = school.client;
  const path = await newEndpoint(school.client);
  expect((await send(`POST /api/v4${path}/test`, authorization, headers, body)).status).toBe(202);
  const { etag } = Object.fromEntries((await school.client.get(path)).headers);
  const conditions = `if-match: ${etag}\r\n${headers}`;
  expect((await send(`DELETE /api/v4${path}`, authorization, conditions, body)).status).toBe(204);

  const { id } = await sync.newUser();
  const scim = await send(`DELETE /scim/v2/Users/${id}`, `Bearer ${sync.token}`, headers, body);
  expect(scim.status).toBe(204);
});

it('and leaves those that need a body as they are without one', async () => {
  const bare = await send('POST /api/v4/users', school.client.authorization, 'idempotency-key: a');
  const typed = await send(
    'POST /api/v4/users',
    school.client.authorization,
    'idempotency-key: a\r\ncontent-type: application/json\r\ncontent-length: 0',
  );
  expect([typed.status, typed.body.detail]).toEqual([bare.status, bare.body.detail]);
});
