import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importUsers, userFields } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { importGroups, person } from '../../support/test-user-groups.ts';

const system = await TestSystem.start({ platform: 'own' });
const [school, stranger] = await Promise.all([system.newInstitution(), system.newInstitution()]);
const [foreignId = ''] = await importUsers(stranger, [person('s')]);
const people = Array.from({ length: 60 }, (_, n) => ({ ...person(`u${n}`), isArchived: n % 10 === 9 }));
const userIds = await importUsers(school, people.slice(0, 40));
system.clock.advance(1);
userIds.push(...(await importUsers(school, people.slice(40))));
const [whole = '', empty = ''] = await importGroups(
  school,
  { ref: 'whole', name: 'Whole', members: people.map(({ ref }) => ref) },
  { ref: 'empty', name: 'Empty' },
);
afterAll(() => system.stop());

describe('GET /user-groups/{id}/members', () => {
  const get = (query: Record<string, string> = {}) => school.client.get(`/user-groups/${whole}/members`, { query });
  const idsIn = async (query: Record<string, string>) =>
    (await get(query)).body.data.map(({ id }: { id: string }) => id);
  const walk = async (query: Record<string, string>) =>
    (await school.client.walk(`/user-groups/${whole}/members`, query)).map(({ id }) => id);

  it('200: users as GET /users shows them, in its order, archived ones included', async () => {
    const { status, body } = await get({ limit: '100' });
    const users = await school.client.get('/users', { query: { limit: '100' } });
    expect([status, body.data]).toEqual([200, users.body.data]);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(userIds);
    expect(Object.keys(body.data[0])).toEqual(userFields);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 100 });
    expect(body.meta).not.toHaveProperty('nextUpdatedSince');
  });

  it.each(['1', '7', '59', '60'])('200: a walk with limit=%s returns each member once, in order', async (limit) => {
    expect(await walk({ limit })).toEqual(userIds);
    expect(await walk({ limit, isArchived: 'true' })).toEqual(userIds.filter((_, n) => n % 10 === 9));
  });

  it('200: narrowed by ids and isArchived, and to fields', async () => {
    const [first = '', ninth = ''] = [userIds[0], userIds[9]];
    const some = { ids: [ninth, randomUUID(), first.toUpperCase(), foreignId].join() };
    expect(await idsIn(some)).toEqual([first, ninth]);
    expect(await idsIn({ ...some, isArchived: 'true' })).toEqual([ninth]);
    expect(await idsIn({ isArchived: 'false', limit: '100' })).toEqual(userIds.filter((_, n) => n % 10 !== 9));
    expect((await get({ ids: first, fields: 'name' })).body.data).toEqual([{ name: 'u0' }]);
  });

  it('200: no members of a group without any', async () => {
    expect((await school.client.get(`/user-groups/${empty}/members`)).body.data).toEqual([]);
  });
});
