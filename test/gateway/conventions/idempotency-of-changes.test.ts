import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importOneOfEachRecord } from '../../support/one-of-each-record.ts';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { writeOperations } from '../../support/sent-writes.ts';
import { successfulWrites } from '../../support/successful-writes.ts';
import { newUser } from '../../support/test-directory.ts';
import type { TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** Keys of PATCH and DELETE, where none is required (decisions 5). */
const system = await TestSystem.start({ platform: 'own' });
const institution = await system.newInstitution();
const { client } = institution;
const { member } = await importOneOfEachRecord(institution);
const [{ id: courseId, layerId }] = (await client.get('/courses')).body.data;
const school = { client, courseId, layerId, member };
afterAll(() => system.stop());

const changes = writeOperations.filter(([, { method }]) => method !== 'POST');

describe.each(changes)('%s', (operation, endpoint) => {
  const requestOf = async () => {
    const { path, json } = (await successfulWrites[operation]?.make(school)) ?? { path: '' };
    // A log is read with its member, whom the body of its change names.
    const { code, userId } = (json ?? {}) as Record<string, string>;
    const naming = endpoint.member ? { query: { ...(code && { code }), ...(userId && { userId }) } } : {};
    const etag = (await client.get(path, naming)).headers.get('etag');
    const request: TestRequest = { ...(json && { json }), ...(etag && { ifMatch: etag }) };
    return (more: TestRequest) => client.send(endpoint.method, path, { ...request, ...more });
  };

  it('with a key, twice at once and again, has one effect and one answer, whatever the tag by then', async () => {
    const [send, key] = [await requestOf(), randomUUID()];
    const atOnce = await Promise.all([send({ key }), send({ key })]);
    const [first] = atOnce.filter(({ status }) => status === endpoint.success);
    for (const { status, text } of atOnce) expect(status === 409 || text === first?.text).toBe(true);
    expect(atOnce.filter(({ status, headers }) => status < 300 && !headers.has('idempotency-replayed'))).toHaveLength(
      1,
    );
    // The tag of the first one is stale now, or the resource is gone.
    for (const more of [{}, { ifMatch: '"other"' }, { headers: { 'if-none-match': '*' } }]) {
      const again = await send({ key, ...more });
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([endpoint.success, 'true']);
      expect([again.text, again.headers.get('etag')]).toEqual([first?.text, first?.headers.get('etag')]);
    }
  });

  it('without a key, the second one finds that the first was done', async () => {
    const send = await requestOf();
    const statuses = [(await send({})).status, (await send({})).status];
    expect(statuses).toEqual([endpoint.success, expect.toBeOneOf([404, 412])]);
  });

  it('with a faulty key is 400, and nothing happens', async () => {
    const send = await requestOf();
    for (const key of ['', 'x'.repeat(256)]) expect((await send({ key })).status).toBe(400);
    expect((await send({ key: randomUUID() })).headers.has('idempotency-replayed')).toBe(false);
  });
});

const rename = (path: string, name: string, request: TestRequest) => client.patch(path, { name }, request);

it('two PATCHes with one key at once are one change; the second waits for nothing', async () => {
  const { path, etag } = await newUser(client);
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

it('422: a key of another change, of another resource and of a create', async () => {
  const [one, other] = [await newUser(client), await newUser(client)];
  const key = randomUUID();
  expect((await rename(one.path, 'One', { key, ifMatch: '*' })).status).toBe(200);
  const others = [
    await rename(one.path, 'Two', { key, ifMatch: '*' }),
    await rename(other.path, 'One', { key, ifMatch: '*' }),
    await client.post('/users', { email: 'one@example.org', name: 'One' }, { key }),
  ];
  for (const { body } of others) expect(body.code).toBe('idempotency_key_reused');
});

it('an error frees the key: of a missing and of a stale tag', async () => {
  const { path } = await newUser(client);
  const key = randomUUID();
  expect((await rename(path, 'One', { key })).status).toBe(428);
  expect((await rename(path, 'One', { key, ifMatch: '"stale"' })).status).toBe(412);
  const { status, headers } = await rename(path, 'One', { key, ifMatch: '*' });
  expect([status, headers.get('idempotency-replayed')]).toEqual([200, null]);
});
