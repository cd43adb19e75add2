import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeList } from '../support/describe-list.ts';
import { importRecords } from '../support/import-records.ts';
import { importUsers, userFields } from '../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

/** User groups and their members, which come by imports. */
let system: TestSystem;
let school: TestInstitution;
let stranger: TestInstitution;
let ids: string[];
let foreignId: string;
let userIds: string[];
let whole: string;
let foreignGroup: string;

const FIELDS = ['id', 'name', 'memberCount', 'createdAt', 'updatedAt'];

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  [school, stranger] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  [foreignId = ''] = await importUsers(stranger, [person('s')]);
  [foreignGroup = ''] = await importGroups(stranger, { ref: 'all', name: 'All', members: ['s'] });
  const people = numbered(60).map((n) => ({ ...person(`u${n}`), isArchived: n % 10 === 9 }));
  userIds = await importUsers(school, people.slice(0, 40));
  ids = await importGroups(school, ...numbered(40).map(groupNo));
  system.clock.advance(1);
  userIds.push(...(await importUsers(school, people.slice(40))));
  ids.push(...(await importGroups(school, ...numbered(60).slice(40).map(groupNo))));
  [whole = ''] = await importGroups(school, { ...groupNo(0), members: people.map(({ ref }) => ref) });
});
afterAll(() => system.stop());

interface Group {
  readonly ref: string;
  readonly name?: string;
  readonly members?: readonly string[];
}

const numbered = (length: number) => Array.from({ length }, (_, n) => n);
const person = (ref: string) => ({ ref, email: `${ref}@groups.example`, name: ref });
const groupNo = (n: number) => ({ ref: `g${n}`, name: `Group ${String(n).padStart(2, '0')}` });

async function importGroups({ operator }: TestInstitution, ...groups: readonly Group[]): Promise<string[]> {
  return (await importRecords(operator, 'userGroups', groups)).map(({ id }) => id);
}

/** An institution of its own, with three users. */
async function newSchool() {
  const mine = await system.newInstitution();
  const [a = '', b = '', c = ''] = await importUsers(mine, ['a', 'b', 'c'].map(person));
  return { mine, a, b, c };
}

describeList(
  '/user-groups',
  FIELDS,
  () => ({ client: school.client, ids, stranger: { client: stranger.client, id: foreignGroup } }),
  ['updatedSince'],
);

describeListOfMembers();

/** The path is known only when the group is. */
function describeListOfMembers() {
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
      expect((await school.client.get(`/user-groups/${ids[1]}/members`)).body.data).toEqual([]);
    });

    it.each([
      ['isArchived', 'maybe'],
      ['ids', ''],
      ['limit', '101'],
    ])('400: %s=%s', async (name, value) => {
      const { status, body } = await get({ [name]: value });
      expect([status, body.errors[0].field]).toEqual([400, name]);
    });

    it('400: a cursor of another group', async () => {
      const { next_cursor: cursor } = (await get({ limit: '1' })).body.pagination;
      const answer = await school.client.get(`/user-groups/${ids[1]}/members`, { query: { cursor } });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_cursor']);
    });

    it.each([
      ['another institution’s', () => foreignGroup],
      ['no group’s', () => randomUUID()],
      ['no', () => 'none'],
    ])('404: %s id', async (_, id) => {
      const answer = await school.client.get(`/user-groups/${id()}/members`);
      expect([answer.status, answer.body.code]).toEqual([404, 'resource_not_found']);
    });
  });
}

describe('GET /user-groups/{id}', () => {
  it('200: the group with an ETag, which changes with the name and with the members', async () => {
    const { mine } = await newSchool();
    const [id] = await importGroups(mine, { ref: 'g', name: 'Choir', members: ['a', 'b'] });
    const read = async () => {
      const { status, headers, body } = await mine.client.get(`/user-groups/${id}`);
      expect(status).toBe(200);
      return { etag: headers.get('etag') ?? '', data: body.data };
    };
    const first = await read();
    const at = new Date(system.clock.now()).toISOString();
    expect(first.data).toEqual({ id, name: 'Choir', memberCount: 2, createdAt: at, updatedAt: at });
    const seen = new Set([first.etag]);
    for (const change of [{ name: 'Band' }, { members: ['b'] }, { members: ['c'] }, { members: [] }]) {
      system.clock.advance(1000);
      await importGroups(mine, { ref: 'g', name: 'Band', ...change });
      const next = await read();
      seen.add(next.etag);
      expect([next.data.updatedAt, next.data.createdAt]).toEqual([new Date(system.clock.now()).toISOString(), at]);
    }
    expect(seen.size).toBe(5);
    const { etag, data } = await read();
    expect([data.name, data.memberCount]).toEqual(['Band', 0]);
    const headers = { 'if-none-match': etag };
    expect((await mine.client.get(`/user-groups/${id}`, { headers })).status).toBe(304);
    const { body } = await mine.client.get(`/user-groups/${id}`, { query: { fields: 'memberCount' } });
    expect(body.data).toEqual({ memberCount: 0 });
  });

  it('200: unchanged when a member is archived, and when the same is imported again', async () => {
    const { mine } = await newSchool();
    const [id] = await importGroups(mine, { ref: 'g', name: 'G', members: ['a', 'b'] });
    const before = await mine.client.get(`/user-groups/${id}`);
    system.clock.advance(1000);
    await importUsers(mine, [{ ...person('a'), name: 'Renamed', isArchived: true }]);
    await importGroups(mine, { ref: 'g', name: 'G', members: ['b', 'a'] });
    await importGroups(mine, { ref: 'g', name: 'G' });
    const after = await mine.client.get(`/user-groups/${id}`);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('updatedAt never goes back, when an import comes from a process whose clock is behind', async () => {
    const { mine } = await newSchool();
    const [id] = await importGroups(mine, { ref: 'g', name: 'G', members: ['a'] });
    const { updatedAt } = (await mine.client.get(`/user-groups/${id}`)).body.data;
    system.clock.advance(-20_000);
    await importGroups(mine, { ref: 'g', name: 'G', members: ['b'] });
    system.clock.advance(20_000);
    expect((await mine.client.get(`/user-groups/${id}`)).body.data.updatedAt).toBe(updatedAt);
  });

  it.each([
    ['another institution’s', () => foreignGroup],
    ['no group’s', () => randomUUID()],
    ['no', () => 'none'],
  ])('404: %s id', async (_, id) => {
    const answer = await school.client.get(`/user-groups/${id()}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'resource_not_found']);
  });
});

describe('GET /user-groups', () => {
  it('200: by name by code point, then id; only those changed since an instant', async () => {
    const { mine } = await newSchool();
    const refs = ['ä', 'a', 'B', 'a '];
    const made = await importGroups(mine, ...['Ä', 'a', 'B', 'a'].map((name, n) => ({ ref: refs[n] ?? '', name })));
    const names = async (query: Record<string, string> = {}) =>
      (await mine.client.walk('/user-groups', { limit: '2', ...query })).map(({ id }) => id);
    const ordered = [made[2], ...[made[1], made[3]].sort(), made[0]];
    expect(await names()).toEqual(ordered);
    system.clock.advance(1000);
    const updatedSince = new Date(system.clock.now()).toISOString();
    expect(await names({ updatedSince })).toEqual([]);
    await importGroups(mine, { ref: 'ä', name: 'Ä', members: ['a'] }, { ref: 'B', name: 'B' });
    expect(await names({ updatedSince })).toEqual([made[0]]);
    await importGroups(mine, { ref: 'a', name: 'b' });
    expect(await names({ updatedSince })).toEqual([made[1], made[0]]);
  });
});

describe('an import', () => {
  it('publishes what it does with groups, in the feed', async () => {
    const { mine } = await newSchool();
    const [id = ''] = await importGroups(mine, { ref: 'g', name: 'G', members: ['a'] });
    await importGroups(mine, { ref: 'g', name: 'G', members: ['a'] });
    await importGroups(mine, { ref: 'g', name: 'H' });
    await importGroups(mine, { ref: 'g', name: 'H', members: ['b'] });
    await importGroups(mine, { ref: 'g', name: 'I', members: [] });
    const events = await until('the events', async () => {
      const { data } = (await mine.client.get('/events', { query: { resourceType: 'user_group' } })).body;
      return data.length >= 4 && data;
    });
    const resource = { type: 'user_group', id, path: `/api/v4/user-groups/${id}` };
    expect(events).toMatchObject([
      { type: 'user_group.created', resource, changed: null },
      { type: 'user_group.updated', resource, changed: ['name'] },
      { type: 'user_group.updated', resource, changed: ['members'] },
      { type: 'user_group.updated', resource, changed: ['name', 'members'] },
    ]);
  });

  describe('with a person in more than 100 groups', () => {
    const groupsOf = (from: number, to: number, members: readonly string[] = ['a']) =>
      numbered(to)
        .slice(from)
        .map((n) => ({ ...groupNo(n), members }));
    const countsOf = async ({ client }: TestInstitution) =>
      ((await client.walk('/user-groups', { limit: '100' })) as { memberCount?: number }[]).map((g) => g.memberCount);

    it('is refused, with the pointer of the member in the group that is one too many, and writes nothing', async () => {
      const { mine } = await newSchool();
      await expect(importGroups(mine, ...groupsOf(0, 101, ['b', 'a']))).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
        violations: [
          { pointer: '/userGroups/100/members/0', message: '"b" would be in more than 100 groups' },
          { pointer: '/userGroups/100/members/1' },
        ],
      });
      expect(await countsOf(mine)).toEqual([]);
      await importGroups(mine, ...groupsOf(0, 100));
      expect(await countsOf(mine)).toEqual(Array(100).fill(1));
    });

    it('is refused over what is stored, unless the person leaves another group', async () => {
      const { mine } = await newSchool();
      await importGroups(mine, ...groupsOf(0, 99, ['a', 'b']));
      const two = [
        { ...groupNo(200), members: ['c', 'a'] },
        { ...groupNo(201), members: ['c', 'b', 'a'] },
      ];
      await expect(importGroups(mine, ...two)).rejects.toMatchObject({
        violations: [{ pointer: '/userGroups/1/members/2' }],
      });
      expect(await countsOf(mine)).toEqual(Array(99).fill(2));
      await importGroups(mine, ...two, { ...groupNo(0), members: [] });
      await importGroups(mine, ...groupsOf(1, 99, ['a', 'b']));
      await expect(importGroups(mine, { ...groupNo(0), members: ['a'] })).rejects.toMatchObject({
        violations: [{ pointer: '/userGroups/0/members/0' }],
      });
    });

    it('is refused of one of two imports at once that together are too many', async () => {
      const { mine } = await newSchool();
      await importGroups(mine, ...groupsOf(0, 99));
      const imports = await Promise.allSettled(
        [300, 301].map((n) => importGroups(mine, { ...groupNo(n), members: ['a'] })),
      );
      expect(imports.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await countsOf(mine)).length).toBe(100);
    });
  });
});
