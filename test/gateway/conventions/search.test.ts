import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { importCourses, importUsers } from '../../support/test-directory.ts';
import { importInto } from '../../support/test-locations.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

const LONGEST = `06 ${'Ω'.repeat(252)}`;
const NAMES = [
  '01 Grace Hopper',
  '02 G%a_c\\d',
  '03 Jörg Müller'.normalize('NFC'),
  '04 JÖRG MÜLLER'.normalize('NFD'),
  '05 Grace Gone',
  LONGEST,
];
const records = NAMES.map((name, n) => ({ ref: `r${n}`, name, ...(n === 0 && { code: 'NH-1000' }) }));

type List = [operation: string, service: string, fill: (to: TestInstitution) => Promise<string[]>];

/** The lists with a search, and how records with {@link NAMES} come into them; the fifth is archived. */
const LISTS: readonly [List, List, List] = [
  [
    'GET /users',
    'directory',
    (to) =>
      importUsers(
        to,
        records.map((each, n) => ({ ...each, email: `u${n}@x.example` })),
      ),
  ],
  ['GET /courses', 'directory', async (to) => (await importCourses(to, records)).map(({ id }) => id)],
  [
    'GET /rooms',
    'locations',
    async (to) => {
      const rooms = records.map(({ ref, name }) => ({ ref, name }));
      const ids = await importInto(to, [{ ref: 'l', name: 'Hill', address: 'Hill 1', rooms }]);
      return rooms.map(({ ref }) => ids[`rooms/${ref}`] ?? '');
    },
  ],
];

describe.each(LISTS)('%s with search', (operation, service, fill) => {
  const path = operation.slice('GET '.length);
  let school: TestInstitution;
  let ids: string[];
  beforeAll(async () => {
    const stranger = await system.newInstitution();
    school = await system.newInstitution();
    ids = await fill(school);
    const archived = [ids[4], (await fill(stranger))[4]];
    await query(system.databases.url(service), `UPDATE ${path.slice(1)} SET is_archived = true WHERE id = ANY($1)`, [
      archived,
    ]);
  });
  const get = (parameters: Record<string, string>) => school.client.get(path, { query: parameters });
  const found = async (parameters: Record<string, string>) =>
    (await school.client.walk(path, parameters)).map(({ id }) => ids.indexOf(id));

  it.each([
    ['HOPP', [0]],
    ['grace', [0, 4]],
    ['%', [1]],
    ['_', [1]],
    ['\\', [1]],
    ['%A_c\\', [1]],
    ['g%c', []],
    ['müller', [2, 3]],
    ['Ü', [2, 3]],
    ['muller', []],
    [' gone', [4]],
    ['grace  gone', []],
    [LONGEST, [5]],
    ['0', NAMES.map((_, n) => n)],
  ])('200: %j finds %j, in the order of the list and page by page', async (search, expected) => {
    for (const limit of ['1', '100'])
      for (const form of ['NFC', 'NFD']) {
        const text = search.normalize(form);
        if (text.length <= 255) expect(await found({ search: text, limit })).toEqual(expected);
      }
  });

  it('200: together with the other filters', async () => {
    for (const limit of ['1', '100']) {
      expect(await found({ search: 'grace', isArchived: 'true', limit })).toEqual([4]);
      expect(await found({ search: 'grace', isArchived: 'false', limit })).toEqual([0]);
      expect(await found({ search: 'grace', ids: `${ids[4]},${ids[2]}`, limit })).toEqual([4]);
    }
    expect(await found({ search: 'grace', ids: `${ids[4]}`, isArchived: 'false' })).toEqual([]);
    expect(await found({ search: 'grace', updatedSince: '1970-01-01T00:00:00Z' })).toEqual([0, 4]);
    expect(await found({ search: 'grace', updatedSince: '9998-01-01T00:00:00Z', isArchived: 'true' })).toEqual([]);
  });

  it('400: a cursor of another text', async () => {
    const { next_cursor: cursor } = (await get({ search: 'grace', limit: '1' })).body.pagination;
    expect((await get({ search: 'grace', cursor })).status).toBe(200);
    for (const other of [{ search: 'Grace' }, {}, { search: 'grace', isArchived: 'true' }] as Record<
      string,
      string
    >[]) {
      const { status, body } = await get({ ...other, cursor });
      expect([status, body.code]).toEqual([400, 'invalid_cursor']);
    }
  });

  it.each([
    ['an empty text', '', /fewer than 1 character/],
    ['a blank text', ' \u3000', 'must not be blank'],
    ['a text of 256 characters', 'x'.repeat(256), /more than 255 characters/],
    ['U+0000', 'a\0b', /U\+0000/],
  ])('400: %s', async (_, search, message) => {
    const { status, body } = await get({ search });
    expect([status, body.code, body.errors.length, body.errors[0].field]).toEqual([400, 'bad_request', 1, 'search']);
    expect(body.errors[0].message).toMatch(message);
  });

  it('200: a text under another name finds everything, and the header says which is meant', async () => {
    const { body, headers } = await get({ q: 'grace', serach: 'grace', page: '2' });
    expect([body.data.length, headers.get('ignored-parameters')]).toEqual([
      NAMES.length,
      'q: did you mean search?, serach: did you mean search?, page',
    ]);
  });
});

it.each([
  ['/users', 'nh-1'],
  ['/users', 'U0@x'],
  ['/courses', 'nh-1'],
])('%s?search=%s: 200: a part of the email or the code', async (path, search) => {
  const school = await system.newInstitution();
  const [, , fill] = LISTS.find(([operation]) => operation.endsWith(path)) ?? LISTS[0];
  const [first] = await fill(school);
  expect((await school.client.walk(path, { search })).map(({ id }) => id)).toEqual([first]);
});

it('/rooms?search=…&locationId=…: 200: those of the location alone', async () => {
  const school = await system.newInstitution();
  const ids = await importInto(
    school,
    ['a', 'b'].map((ref) => ({ ref, name: ref, address: 'Hill 1', rooms: [{ ref: `in-${ref}`, name: 'Hall' }] })),
  );
  const found = async (locationId: string) =>
    (await school.client.walk('/rooms', { search: 'hall', locationId })).map(({ id }) => id);
  expect(await found(ids['locations/b'] ?? '')).toEqual([ids['rooms/in-b']]);
  expect(await found('no-uuid')).toEqual([]);
});

it('/users?search=…&email=…&code=…: 200: what all of them let pass', async () => {
  const school = await system.newInstitution();
  const [first] = await LISTS[0][2](school);
  for (const [named, expected] of [
    [{ email: 'U0@x.example', search: 'grace' }, [first]],
    [{ code: 'nh-1000', search: 'grace' }, [first]],
    [{ email: 'u4@x.example', search: 'hopper' }, []],
    [{ email: 'u0@x.example', code: 'other', search: 'grace' }, []],
  ] as const)
    expect((await school.client.walk('/users', named)).map(({ id }) => id)).toEqual(expected);
});

it('/courses?search=…: 200: a page ends after some thousand courses, and the walk goes on', async () => {
  const school = await system.newInstitution();
  await query(
    system.databases.url('directory'),
    `INSERT INTO courses (institution_id, id, layer_id, name, is_archived, revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), gen_random_uuid(), CASE n WHEN 5500 THEN 'Rare ##' ELSE 'Course' END, false, gen_random_uuid(),
       '2026-01-01T00:00:00Z', now() - interval '1 hour' FROM generate_series(1, 11000) AS n`,
    [school.id],
  );
  const { body } = await school.client.get('/courses', { query: { search: 'nothing' } });
  expect([body.data, body.pagination.has_more]).toEqual([[], true]);
  const found = await school.client.walk('/courses', { search: '##', limit: '1', fields: 'name' });
  expect(found).toEqual([{ name: 'Rare ##' }]);
});
