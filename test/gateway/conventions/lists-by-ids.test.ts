import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importOneOfEachRecord } from '../../support/one-of-each-record.ts';
import { operations } from '../../support/operations.ts';
import { importCourses, importUsers, newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

/** Reading many records by id: the filter `ids`. */
const system = await TestSystem.start({ platform: 'own' });
const [school, stranger] = await Promise.all([system.newInstitution(), system.newInstitution()]);
await importOneOfEachRecord(school);
afterAll(() => system.stop());

/** The members of a group, which have tests of their own, are another list for each group. */
const filtersOf = new Map(
  operations.flatMap(([, endpoint]) =>
    endpoint.kind === 'list' && 'ids' in endpoint.filters.properties && !endpoint.path.includes('{')
      ? [[endpoint.path, Object.keys(endpoint.filters.properties)] as const]
      : [],
  ),
);
const paths = [...filtersOf.keys()];
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
const whole = async (path: string) => idsOf(await school.client.walk(path, {}));
const list = (path: string, query: Record<string, string>) => school.client.get(path, { query });

it('is what the specification says', () => {
  expect([...paths].sort()).toEqual([
    '/appointments',
    '/continuing-education',
    '/courses',
    '/curricula',
    '/locations',
    '/rooms',
    '/user-groups',
    '/users',
  ]);
});

describe.each(paths)('%s', (path) => {
  it('200: the records with these ids that exist, in the order of the list', async () => {
    const all = await whole(path);
    const [first = '', second = ''] = [all.at(-1), all[0]];
    const ids = [first, randomUUID(), second.toUpperCase(), '', first, 'x', 'x'.repeat(100), `${second}0`].join();
    const { status, body } = await list(path, { ids });
    expect([status, idsOf(body.data)]).toEqual([200, [second, first]]);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 100 });
    const twice = await school.client.get(`${path}?ids=${first}&fields=id&ids=${second}&limit=2`);
    expect(twice.body.data).toEqual([{ id: second }, { id: first }]);
    expect(twice.body.pagination.limit).toBe(2);
  });

  it('200: no records for ids that none has, or another institution has', async () => {
    const all = await whole(path);
    const unknown = Array.from({ length: 100 }, () => randomUUID());
    for (const ids of ['x', unknown.join(), [...unknown, ...unknown].join()])
      expect((await list(path, { ids })).body.data).toEqual([]);
    expect((await stranger.client.get(path, { query: { ids: all.slice(0, 100).join() } })).body.data).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['only commas', ',,'],
    ['more than 100', Array.from({ length: 101 }, (_, n) => `id${n}`).join()],
    ['with U+0000', 'a\0'],
  ])('400: %s', async (_, ids) => {
    const { status, body } = await list(path, { ids });
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'bad_request', 'ids']);
  });

  it('200: page by page, with a cursor for the same ids in any order and case', async () => {
    const [one = '', two = ''] = await whole(path);
    const first = await list(path, { ids: `${two},${one}`, limit: '1' });
    expect([idsOf(first.body.data), first.body.pagination.has_more]).toEqual([[one], true]);
    const cursor = first.body.pagination.next_cursor;
    const second = await list(path, { ids: `${one.toUpperCase()},${two},${one}`, cursor });
    expect([idsOf(second.body.data), second.body.pagination.has_more]).toEqual([[two], false]);
    expect(second.body.meta.nextUpdatedSince).toBe(first.body.meta.nextUpdatedSince);
    for (const other of [{}, { ids: one }, { ids: `${one},${two},${randomUUID()}` }]) {
      const { status, body } = await list(path, { ...other, cursor });
      expect([status, body.code]).toEqual([400, 'invalid_cursor']);
    }
  });

  it('200: narrowed by the other filters', async () => {
    const ids = (await whole(path)).slice(0, 2).join();
    const none: Record<string, string> = {
      email: 'nobody@x.example',
      code: 'none',
      search: 'nobody',
      isArchived: 'true',
      updatedSince: '9998-01-01T00:00:00Z',
      locationId: randomUUID(),
      from: '9998-01-01T00:00:00Z',
      to: '1971-01-01T00:00:00Z',
      courseId: randomUUID(),
      roomId: randomUUID(),
      organizerId: 'x',
      userId: randomUUID(),
    };
    const all: Record<string, string> = { isArchived: 'false', updatedSince: '1971-01-01T00:00:00Z' };
    const others = filtersOf.get(path)?.filter((name) => name !== 'ids') ?? [];
    expect(others).not.toEqual([]);
    for (const name of others) {
      expect([name, (await list(path, { ids, [name]: none[name] ?? '' })).body.data]).toEqual([name, []]);
      if (name in all) expect((await list(path, { ids, [name]: all[name] ?? '' })).body.data).toHaveLength(2);
    }
  });
});

it('users by ids and email or code: who has both', async () => {
  const { id, data } = await newUser(school.client, { code: 'by-ids' });
  for (const named of [{ email: data.email }, { code: ' BY-IDS' }]) {
    expect(idsOf((await list('/users', { ...named, ids: `${randomUUID()},${id.toUpperCase()}` })).body.data)).toEqual([
      id,
    ]);
    expect((await list('/users', { ...named, ids: randomUUID() })).body.data).toEqual([]);
  }
});

it('courses by ids and code: those that have both', async () => {
  const [one, two, three] = idsOf(await importCourses(school, [{ code: 'I-1' }, { code: 'i-1 ' }, { code: 'I-2' }]));
  const ids = [one, three].join();
  expect(idsOf((await list('/courses', { ids, code: 'i-1' })).body.data)).toEqual([one]);
  expect(idsOf((await list('/courses', { ids: `${two},${one}`, code: 'i-1' })).body.data)).toEqual([one, two]);
});

it('a hundred users by ids are one page, without those that nobody asked for', async () => {
  const mine = await system.newInstitution();
  const ids = await importUsers(mine, 120);
  const { body } = await mine.client.get('/users', { query: { ids: ids.slice(10, 110).reverse().join() } });
  expect(idsOf(body.data)).toEqual(ids.slice(10, 110));
  expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 100 });
});
