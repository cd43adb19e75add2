import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { newEmail, newUser } from '../../support/test-directory.ts';
import type { TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/**
 * A key whose first request still runs (decisions 5.2): the test locks the table of users, so that the first request
 * blocks.
 */
const system = await TestSystem.start();
const school = await system.newInstitution();
const member = (await newUser(school.client)).data.id;

const newBody = () => ({ email: newEmail(), name: 'Ada' });
const post = (json: object, key: string, client = school.client) => client.post('/users', json, { key });
const holdUsers = () => HeldTable.hold(system.databases.url('directory'), 'users');
const countOf = async (email: string) => (await school.client.get('/users', { query: { email } })).body.data.length;

describe('while the first request runs', () => {
  it('the same request and another one with the key get 409 with Retry-After: 1; afterwards one is replayed, the other rejected', async () => {
    const [body, other, key] = [newBody(), newBody(), randomUUID()];
    const users = await holdUsers();
    const first = post(body, key);
    await users.waiters(1);
    for (const json of [body, body, other]) {
      const { status, headers, body: problem } = await post(json, key);
      expect([status, problem.code, headers.get('retry-after')]).toEqual([409, 'conflict', '1']);
    }
    await users.release();
    const answer = await first;
    expect(answer.status).toBe(201);
    expect((await post(body, key)).text).toBe(answer.text);
    expect((await post(other, key)).body.code).toBe('idempotency_key_reused');
    expect(await countOf(body.email)).toBe(1);
  });

  it('another key, and the same key of another integration, are not blocked', async () => {
    const key = randomUUID();
    const sibling = await system.newClient(school.id);
    const users = await holdUsers();
    const requests = [post(newBody(), key), post(newBody(), randomUUID()), post(newBody(), key, sibling)];
    await users.waiters(3);
    await users.release();
    for (const { status } of await Promise.all(requests)) expect(status).toBe(201);
  });

  it('an error in the body takes precedence', async () => {
    const key = randomUUID();
    const users = await holdUsers();
    const first = post(newBody(), key);
    await users.waiters(1);
    expect((await post({ nickname: 'x' }, key)).status).toBe(422);
    await users.release();
    expect((await first).status).toBe(201);
  });
});

describe('when the first request ends', () => {
  it.each([
    ['a create', (key: string) => post({ email: `${key}@x.example`, name: 'Ada' }, key)],
    ['a punch', (key: string) => school.client.post('/time-tracking/sessions/start', { userId: member }, { key })],
  ])('fifty concurrent repetitions, %s, are all replays', async (_, send) => {
    const key = randomUUID();
    const first = await send(key);
    expect(first.status).toBe(201);
    for (const replay of await Promise.all(Array.from({ length: 50 }, () => send(key)))) {
      expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect([replay.text, replay.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
    }
  });

  it('in an error, the key is free', async () => {
    const { data } = await newUser(school.client);
    const key = randomUUID();
    const users = await holdUsers();
    const first = post({ email: data.email, name: 'A' }, key);
    await users.waiters(1);
    const body = newBody();
    expect((await post(body, key)).headers.get('retry-after')).toBe('1');
    await users.release();
    const failed = await first;
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([409, null]);
    const next = await post(body, key);
    expect([next.status, next.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('after its client disconnected, it is done once, whether its work ended with the connection or not', async () => {
    const [body, key] = [newBody(), randomUUID()];
    const users = await holdUsers();
    const gone = new AbortController();
    const first = fetch(`${system.url}/api/v4/users`, {
      method: 'POST',
      headers: {
        authorization: school.client.authorization,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: gone.signal,
    });
    await users.waiters(1);
    gone.abort();
    await expect(first).rejects.toThrow('aborted');
    const second = await post(body, key);
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
    await users.release();
    let answer = await post(body, key);
    while (answer.status === 409) answer = await post(body, key);
    expect(answer.status).toBe(201);
    expect(await countOf(body.email)).toBe(1);
  });
});

const rename = (path: string, name: string, request: TestRequest) => school.client.patch(path, { name }, request);

it('two PATCHes with one key at once are one change; the second waits for nothing', async () => {
  const { path, etag } = await newUser(school.client);
  const key = randomUUID();
  const users = await HeldTable.hold(system.databases.url('directory'), 'users');
  const first = rename(path, 'One', { key, ifMatch: etag });
  await users.waiters(1);
  const second = await rename(path, 'One', { key, ifMatch: etag });
  expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
  await users.release();
  const { status, text } = await first;
  expect([status, (await rename(path, 'One', { key, ifMatch: etag })).text]).toEqual([200, text]);
});
