import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/core/instant.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { changeSettings, newEmail, newUser, userOf } from '../../support/test-directory.ts';
import type { TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** Idempotency-Key (decisions 5); requests while the first one still runs have their own file. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
afterAll(() => system.stop());

const newBody = () => ({ email: newEmail(), name: 'Ada' });
const post = (body: object, key: string, { client } = school) => client.post('/users', body, { key });
const send = (text: string, key: string, path = '/users') => school.client.send('POST', path, { text, key });
const countOf = async (email: string) => (await school.client.get('/users', { query: { email } })).body.data.length;

describe('the same request again', () => {
  it('gets the stored response byte by byte, including meta, with Idempotency-Replayed', async () => {
    const [body, key] = [newBody(), randomUUID()];
    const first = await post(body, key);
    system.clock.advance(HOUR_MS);
    const again = await post(body, key);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.text).toBe(first.text);
    for (const name of ['etag', 'content-type']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(again.body.meta.requestId).toBe(first.headers.get('x-request-id'));
    expect(await countOf(body.email)).toBe(1);
  });

  it('shows the request id of the first one', async () => {
    const [json, key] = [newBody(), randomUUID()];
    await school.client.send('POST', '/users', { json, key, headers: { 'x-request-id': 'first' } });
    const again = await school.client.send('POST', '/users', { json, key, headers: { 'x-request-id': 'second' } });
    expect(again.body.meta.requestId).toBe('first');
  });

  it('is the same regardless of white space, property order, escapes and query', async () => {
    const [email, key] = [newEmail(), randomUUID()];
    const first = await send(`{"email":"${email}","firstName":"Ada","image":null}`, key);
    const others = [
      `  { "image" : null,\r\n"firstName":"Ada",\t"email":"${email}" } `,
      `{"firstName":"\\u0041da","email":"${email}","image":null}`,
      `{"email":"x","firstName":"Ada","image":null,"email":"${email}"}`,
      `\ufeff{"email":"${email}","firstName":"Ada","image":null}`,
    ];
    for (const text of others) expect((await send(text, key)).text).toBe(first.text);
    expect((await send(others[0] ?? '', key, '/users?unknown=1')).text).toBe(first.text);
  });

  it('is the same at another address of the same path', async () => {
    const [body, key] = [newBody(), randomUUID()];
    const first = await post(body, key);
    const text = JSON.stringify(body);
    const again = await sendRaw(
      system.port,
      'POST http://another.example/api/v4/users HTTP/1.1',
      {
        authorization: school.client.authorization,
        'content-type': 'application/json',
        'content-length': String(text.length),
        'idempotency-key': key,
      },
      text,
    );
    expect(again.text).toBe(first.text);
  });

  it('is replayed after the user was changed and archived', async () => {
    const [body, key] = [newBody(), randomUUID()];
    const first = await post(body, key);
    const { path } = userOf(first);
    await school.client.patch(path, { isArchived: true, name: 'Other', email: newEmail() }, { ifMatch: '*' });
    expect((await post(body, key)).text).toBe(first.text);
  });

  it('is replayed even if it would be a conflict by now', async () => {
    const [body, key] = [{ ...newBody(), code: randomUUID() }, randomUUID()];
    const first = await post(body, key);
    await school.client.patch(userOf(first).path, { email: newEmail(), code: null }, { ifMatch: '*' });
    await newUser(school.client, body);
    const again = await post(body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await post(body, randomUUID())).status).toBe(409);
  });

  it('is replayed even if the rules would refuse it by now', async () => {
    const mine = await system.newInstitution();
    const [body, key] = [{ ...newBody(), code: 'old' }, randomUUID()];
    const first = await post(body, key, mine);
    await changeSettings(mine, { userCodeFormat: '[0][0][0][0]' });
    expect((await post(body, key, mine)).text).toBe(first.text);
  });

  it('is replayed for 24 hours, and new after that', async () => {
    const [body, key] = [newBody(), randomUUID()];
    const first = await post(body, key);
    system.clock.advance(DAY_MS - 1);
    expect((await post(body, key)).text).toBe(first.text);
    system.clock.advance(1);
    const conflict = await post(body, key);
    expect([conflict.status, conflict.body.code]).toEqual([409, 'conflict']);
    const fresh = await post(newBody(), key);
    expect([fresh.status, fresh.headers.get('idempotency-replayed')]).toEqual([201, null]);
    system.clock.advance(DAY_MS - 1);
    expect((await post(newBody(), key)).body.code).toBe('idempotency_key_reused');
  });
});

describe('another request with the key', () => {
  it.each([
    ['another value', (body: object) => ({ ...body, name: 'Eva' })],
    ['one property more', (body: object) => ({ ...body, code: null })],
    ['one property less', ({ email }: { email: string }) => ({ email, firstName: 'Ada' })],
    ['white space in a value', (body: object) => ({ ...body, name: 'Ada ' })],
    ['another case', (body: object) => ({ ...body, name: 'ADA' })],
    ['the same letters, composed otherwise', (body: object) => ({ ...body, name: 'A\u030ada' })],
  ])('is refused: %s', async (_, change) => {
    const [body, key] = [newBody(), randomUUID()];
    const first = await post(body, key);
    const { status, headers, body: problem } = await post(change(body), key);
    expect([status, problem.code, headers.get('idempotency-replayed')]).toEqual([422, 'idempotency_key_reused', null]);
    expect((await post(body, key)).text).toBe(first.text);
  });
});

describe('an error', () => {
  it.each([
    ['409', 409, async () => ({ ...newBody(), email: (await newUser(school.client)).data.email })],
    ['422', 422, async () => ({ ...newBody(), name: '' })],
  ])('%s releases the key', async (_, status, body) => {
    const key = randomUUID();
    expect((await post(await body(), key)).status).toBe(status);
    expect((await post(await body(), key)).status).toBe(status);
    const right = newBody();
    const first = await post(right, key);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await post(right, key)).text).toBe(first.text);
  });
});

describe('a key', () => {
  it('belongs to one integration of one institution', async () => {
    const key = randomUUID();
    const sibling = { ...school, client: await system.newClient(school.id) };
    const owners = [school, sibling, await system.newInstitution()];
    const answers = [];
    for (const owner of owners) answers.push(await post(newBody(), key, owner));
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null]);
    }
  });

  it.each([
    'k',
    'x'.repeat(255),
    'with spaces, commas; and "quotes"',
    '100%',
    '%41',
    '{}',
    '../..',
    "'; DROP TABLE users",
  ])('may be "%s"', async (key) => {
    const body = newBody();
    const first = await post(body, key);
    expect([first.status, (await post(body, key)).text]).toEqual([201, first.text]);
  });

  it('is distinguished from similar requests', async () => {
    for (const key of ['a', 'A', 'a/', '/a', 'a%20b', 'a b', '%61']) {
      const answer = await post(newBody(), key);
      expect([key, answer.status, answer.headers.get('idempotency-replayed')]).toEqual([key, 201, null]);
    }
  });

  it('is ignored by a read', async () => {
    expect((await school.client.get('/users', { key: 'read' })).status).toBe(200);
  });
});

const rename = (path: string, name: string, request: TestRequest) => school.client.patch(path, { name }, request);

it('422: a key of another change, of another resource and of a create', async () => {
  const [one, other] = [await newUser(school.client), await newUser(school.client)];
  const key = randomUUID();
  expect((await rename(one.path, 'One', { key, ifMatch: '*' })).status).toBe(200);
  const others = [
    await rename(one.path, 'Two', { key, ifMatch: '*' }),
    await rename(other.path, 'One', { key, ifMatch: '*' }),
    await school.client.post('/users', { email: 'one@example.org', name: 'One' }, { key }),
  ];
  for (const { body } of others) expect(body.code).toBe('idempotency_key_reused');
});

it('an error frees the key: of a missing and of a stale tag', async () => {
  const { path } = await newUser(school.client);
  const key = randomUUID();
  expect((await rename(path, 'One', { key })).status).toBe(428);
  expect((await rename(path, 'One', { key, ifMatch: '"stale"' })).status).toBe(412);
  const { status, headers } = await rename(path, 'One', { key, ifMatch: '*' });
  expect([status, headers.get('idempotency-replayed')]).toEqual([200, null]);
});
