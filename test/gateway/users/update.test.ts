import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { changeSettings, newEmail, newUser, type TestUser, userOf } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
afterAll(() => system.stop());

const patch = ({ path, etag }: Pick<TestUser, 'path' | 'etag'>, body: unknown): Promise<TestAnswer> =>
  school.client.patch(path, body, { ifMatch: etag });

describe('PATCH /users/{id}: 200', () => {
  it('the updated user, with a new ETag; GET shows the same', async () => {
    const user = await newUser(school.client, { firstName: 'Ada', lastName: 'Albrecht', code: randomUUID() });
    system.clock.advance(1_234);
    const change = { email: newEmail(), lastName: 'Bär', image: 'https://x.example/b', isArchived: true };
    const answer = await patch(user, change);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...user.data, ...change, updatedAt: answer.body.meta.timestamp });
    expect(answer.body.data.updatedAt).not.toBe(user.data.updatedAt);
    expect(answer.headers.get('etag')).not.toBe(user.etag);
    const read = await school.client.get(user.path);
    expect([read.body.data, read.headers.get('etag')]).toEqual([answer.body.data, answer.headers.get('etag')]);
  });

  it.each(['firstName', 'lastName', 'image', 'code'])('null clears %s', async (field) => {
    const user = await newUser(school.client, { firstName: 'A', lastName: 'B', image: 'i', code: randomUUID() });
    const answer = await patch(user, { [field]: null });
    expect([answer.status, answer.body.data]).toEqual([200, { ...user.data, [field]: null }]);
  });

  it('null clears all four at once', async () => {
    const user = await newUser(school.client, { firstName: 'A', lastName: 'B', image: 'i', code: randomUUID() });
    const cleared = { firstName: null, lastName: null, image: null, code: null };
    expect((await patch(user, cleared)).body.data).toEqual({ ...user.data, ...cleared });
  });

  it('of a user whose email predates the rules for emails: it is shown, found and unchanged', async () => {
    const { id, path } = await newUser(school.client, { name: 'Ada' });
    const email = `<${id}@school.example>\u200b`;
    const before = 'UPDATE users SET email = $1, email_key = $1 WHERE id = $2';
    await query(system.databases.url('directory'), before, [email, id]);
    const changed = await school.client.patch(path, { name: 'Ada A.' }, { ifMatch: '*' });
    expect([changed.status, changed.body.data]).toMatchObject([200, { id, email, name: 'Ada A.' }]);
    expect((await school.client.get(path)).body.data.email).toBe(email);
    expect((await school.client.get('/users', { query: { email } })).body.data).toMatchObject([{ id, email }]);
  });

  it('name follows first and last name until a request has given one of its own', async () => {
    let user = await newUser(school.client, { name: undefined, firstName: 'Ada', lastName: 'Albrecht' });
    const shown: string[] = [user.data.name];
    const changes = [
      { lastName: 'Berg' },
      { firstName: null },
      { firstName: 'Eva', lastName: null },
      { lastName: 'Berg', image: 'i' },
      { name: 'E. Berg' },
      { firstName: 'Ida' },
      { firstName: null, lastName: null },
    ];
    for (const change of changes) {
      user = userOf(await patch(user, change));
      shown.push(user.data.name);
    }
    expect(shown).toEqual(['Ada Albrecht', 'Ada Berg', 'Berg', 'Eva', 'Eva Berg', 'E. Berg', 'E. Berg', 'E. Berg']);
  });

  it('a name that is given as it was no longer follows', async () => {
    const user = await newUser(school.client, { name: undefined, firstName: 'Ada', lastName: 'Albrecht' });
    const named = userOf(await patch(user, { name: 'Ada Albrecht' }));
    expect((await patch(named, { lastName: 'Berg' })).body.data).toMatchObject({
      name: 'Ada Albrecht',
      lastName: 'Berg',
    });
  });

  it.each([
    ['an empty object', () => ({})],
    ['all that is there already', ({ data }: TestUser) => ({ email: data.email, firstName: 'Ada', code: data.code })],
    ['null where there is nothing', () => ({ image: null })],
  ])('%s changes nothing, not even updatedAt and ETag', async (_, body) => {
    const user = await newUser(school.client, { firstName: 'Ada', code: randomUUID() });
    system.clock.advance(1_000);
    const answer = await patch(user, body(user));
    expect([answer.status, answer.body.data, answer.headers.get('etag')]).toEqual([200, user.data, user.etag]);
  });

  it('archives, and takes back; archived users are changed as others are', async () => {
    const user = await newUser(school.client);
    const archived = userOf(await patch(user, { isArchived: true }));
    const renamed = userOf(await patch(archived, { name: 'New' }));
    expect(renamed.data).toMatchObject({ isArchived: true, name: 'New' });
    expect((await patch(renamed, { isArchived: false })).body.data).toMatchObject({ isArchived: false, name: 'New' });
  });

  it('its own email and code in another case', async () => {
    const user = await newUser(school.client, { code: `c-${randomUUID()}` });
    const change = { email: user.data.email.toUpperCase(), code: ` ${user.data.code.toUpperCase()} ` };
    expect((await patch(user, change)).body.data).toMatchObject(change);
  });

  it('email and code that a user had before', async () => {
    const user = await newUser(school.client, { code: randomUUID() });
    await patch(user, { email: newEmail(), code: null });
    const { email, code } = user.data;
    expect((await school.client.post('/users', { email, code, name: 'Next' })).status).toBe(201);
  });

  it('a code that is older than the format stays, a new one must have it', async () => {
    const mine = await system.newInstitution();
    const user = await newUser(mine.client, { code: 'old' });
    await changeSettings(mine, { userCodeFormat: '[0][0][0][0]' });
    const kept = await mine.client.patch(user.path, { code: 'old', name: 'New' }, { ifMatch: user.etag });
    expect([kept.status, kept.body.data.code]).toEqual([200, 'old']);
    const refused = await mine.client.patch(user.path, { code: 'OLD' }, { ifMatch: '*' });
    expect([refused.status, refused.body.errors[0]]).toMatchObject([422, { field: 'code', code: 'invalid_string' }]);
    expect((await mine.client.patch(user.path, { code: '0123' }, { ifMatch: '*' })).status).toBe(200);
  });
});

describe('PATCH /users/{id}', () => {
  it.each(['email', 'code'])('409: another user’s %s, in any case; nothing is changed', async (field) => {
    const [one, two] = await Promise.all([
      newUser(school.client, { code: `a ${randomUUID()}` }),
      newUser(school.client, { code: `b ${randomUUID()}` }),
    ]);
    const { status, body } = await patch(two, { name: 'New', [field]: one.data[field].toUpperCase() });
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect((await school.client.get(two.path)).headers.get('etag')).toBe(two.etag);
  });

  it('409: of twenty users that take one code at the same time one succeeds', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => newUser(school.client)));
    const code = randomUUID();
    const answers = await Promise.all(users.map((user) => patch(user, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  it.each([
    ['firstName', { name: undefined, firstName: 'Ada' }, { firstName: null }],
    ['lastName', { name: undefined, lastName: 'Berg' }, { lastName: null }],
    ['firstName', { name: undefined, firstName: 'Ada', lastName: 'Berg' }, { firstName: null, lastName: null }],
  ])('422: %s is not cleared where no name would be left', async (field, names, change) => {
    const { status, body } = await patch(await newUser(school.client, names), change);
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field, code: 'invalid_value' })]]);
  });
});
