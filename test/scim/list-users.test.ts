import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { importUsers } from '../support/test-directory.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';

let sync: TestSync;
let strangers: TestSync;
let ada: { readonly id: string; readonly userName: string };
const externalId = 'A "quoted" \\ idé';
beforeAll(async () => {
  const system = await TestSystem.start();
  const school = await system.newInstitution();
  sync = await TestSync.create(system, school);
  const other = await system.newInstitution();
  strangers = await TestSync.create(system, other);
  await importUsers(school, 130);
  ada = await sync.newUser({ externalId });
  await strangers.newUser({ userName: ada.userName, externalId });
});

const foundBy = async (filter: string) => {
  const { status, body } = await sync.find(filter);
  expect([filter, status]).toEqual([filter, 200]);
  expect(body.Resources).toHaveLength(body.totalResults);
  return body.Resources.map(({ id }: { id: string }) => id);
};

describe('200: a filter', () => {
  it.each([
    ['userName in any case', () => `userName eq "${ada.userName.toUpperCase()}"`],
    ['names and operators in any case', () => `USERNAME EQ "${ada.userName}"`],
    ['with the schema', () => `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${ada.userName}"`],
    ['the address', () => `emails.value eq "${ada.userName}"`],
    ['the work address', () => `emails[type eq "work"].value eq "${ada.userName}"`],
    ['the work address in brackets', () => `emails[type eq "work" and value eq "${ada.userName}"]`],
    ['the id', () => `id eq "${ada.id}"`],
    ['the externalId', () => `externalId eq ${JSON.stringify(externalId)}`],
    ['an escape', () => `externalId eq "A \\"quoted\\" \\\\ id\\u00e9"`],
    [
      'several',
      () => `userName eq "${ada.userName}" and active eq true and externalId eq ${JSON.stringify(externalId)}`,
    ],
    ['active as a text', () => `(userName eq "${ada.userName}") and (active eq "True")`],
    ['brackets', () => `((((userName eq "${ada.userName}"))))`],
  ])('%s', async (_, filter) => {
    expect(await foundBy(filter())).toEqual([ada.id]);
  });

  it.each([
    ['another letter of the externalId', () => `externalId eq ${JSON.stringify(externalId.toLowerCase())}`],
    ['the id in capitals', () => `id eq "${ada.id.toUpperCase()}"`],
    ['nobody’s name', () => 'userName eq "nobody@x.example"'],
    ['two names', () => `userName eq "${ada.userName}" and userName eq "x@x.example"`],
    ['somebody active as not active', () => `userName eq "${ada.userName}" and active eq false`],
    ['what every object inherits', () => 'emails[__proto__ eq "[object object]"]'],
    ['a constructor', () => `emails[constructor eq "${Object.toString().toLowerCase()}"]`],
    ['the home address', () => `emails[type eq "home"].value eq "${ada.userName}"`],
    ['no id', () => 'id eq "x"'],
  ])('that nobody fits: %s', async (_, filter) => {
    expect(await foundBy(filter())).toEqual([]);
  });

  it('active alone', async () => {
    const { body } = await sync.get(`/Users?count=0&filter=${encodeURIComponent('active eq true')}`);
    expect([body.totalResults, body.Resources]).toEqual([131, []]);
    expect(await foundBy('active eq false')).toEqual([]);
  });
});

describe('400 invalidFilter', () => {
  it.each([
    'userName co "a"',
    'userName sw "a"',
    'userName ne "a"',
    'userName pr',
    'not (userName eq "a")',
    'userName eq "a" or userName eq "b"',
    'userName eq "a" and not (active eq true)',
    'displayName eq "a"',
    'password eq "a"',
    'userName eq 5',
    'userName eq null',
    'active eq 1',
    'active eq "maybe"',
    'userName eq',
    'userName eq "a" and',
    'userName eq "a',
    'userName eq "\\x"',
    'userName eq "a" x',
    '',
    '(',
    'emails[type eq "work"',
    'name[givenName eq "a"]',
    `userName eq "${'\n'.repeat(60)}`,
    `userName eq "${'a'.repeat(1_000)}"`,
    'emails[ eq "a"',
    'emails[type eq "work"].',
    'emails[emails[type eq "work"]]',
    `${'('.repeat(4_000)}userName eq "a"`,
  ])('%s', async (filter) => {
    const { status, body } = await sync.find(filter);
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  it('whatever is sent, a filter is refused or finds only who fits', async () => {
    const names =
      'userName externalId active id emails emails.value eq EQ co pr and or not true null 5 .value type'.split(' ');
    const word = fc.constantFrom(...names, ...'()[]"\\ ', '"x"', '"work"', `"${ada.userName}"`);
    const filters = fc.array(fc.oneof({ weight: 9, arbitrary: word }, fc.string({ maxLength: 5 })), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(filters, async (words) => {
        const { status, body } = await sync.find(words.join(' '));
        expect([200, 400]).toContain(status);
        if (status === 400) expect(body.scimType).toBe('invalidFilter');
        for (const { userName, active } of body.Resources ?? []) {
          expect(active).toBe(true);
          if (words.includes(`"${ada.userName}"`)) expect(userName).toBe(ada.userName);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('pages', () => {
  it('200: all of them, in order of creation, each once', async () => {
    const ids: string[] = [];
    for (let startIndex = 1; startIndex <= 131; startIndex += 50) {
      const { body } = await sync.get(`/Users?startIndex=${startIndex}&count=50`);
      expect(body).toMatchObject({ totalResults: 131, startIndex, itemsPerPage: Math.min(50, 132 - startIndex) });
      ids.push(...body.Resources.map(({ id }: { id: string }) => id));
    }
    expect(new Set(ids).size).toBe(131);
    expect(ids.at(-1)).toBe(ada.id);
  });

  it.each([
    ['', 100, 1],
    ['count=1000', 100, 1],
    ['count=0', 0, 1],
    ['count=-5', 0, 1],
    ['startIndex=0', 100, 1],
    ['startIndex=-7&COUNT=2', 2, 1],
    ['startIndex=131', 1, 131],
    ['startIndex=999999999999', 0, 2_147_483_648],
    ['sortBy=userName', 100, 1],
  ])('200: %s', async (query, items, startIndex) => {
    const { body } = await sync.get(`/Users?${query}`);
    expect(body).toMatchObject({ totalResults: 131, itemsPerPage: items, startIndex });
    expect(body.Resources).toHaveLength(items);
  });

  it.each(['count=x', 'count=1.5', 'startIndex=', 'count=1&count=2'])('400 invalidValue: %s', async (query) => {
    const { status, body } = await sync.get(`/Users?${query}`);
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });

  it('200: attributes', async () => {
    const { body } = await sync.get('/Users?count=1&attributes=userName');
    expect(Object.keys(body.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName']);
  });
});

it.each(['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/User', 'Schemas'])('200: %s', async (path) => {
  const { status, body } = await sync.get(`/${path}`);
  expect(status).toBe(200);
  expect(body.schemas).toHaveLength(1);
});

it('200: each schema by its id; 404: another one', async () => {
  const { body } = await sync.get('/Schemas');
  for (const { id, attributes } of body.Resources)
    expect((await sync.get(`/Schemas/${id}`)).body.attributes).toEqual(attributes);
  expect((await sync.get('/Schemas/x')).status).toBe(404);
});
