import { beforeAll, describe, expect, it } from 'vitest';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let sync: TestSync;
beforeAll(async () => {
  const system = await TestSystem.start();
  sync = await TestSync.create(system, await system.newInstitution());
});

const full = () => ({
  displayName: 'Own Name',
  name: { givenName: 'Ada', familyName: 'Lind' },
  photos: [{ value: 'https://x.example/1.png', primary: true }],
  externalId: crypto.randomUUID(),
  [ENTERPRISE]: { employeeNumber: crypto.randomUUID() },
});

describe('200', () => {
  const email = () => `${crypto.randomUUID().slice(0, 8)}@new.example`;
  it.each<[string, () => object[], (user: Record<string, unknown>) => unknown, unknown]>([
    ['active as a boolean', () => [{ op: 'replace', path: 'active', value: false }], ({ active }) => active, false],
    ['active as a text', () => [{ op: 'Replace', path: 'active', value: 'False' }], ({ active }) => active, false],
    ['active without a path', () => [{ op: 'replace', value: { active: 'false' } }], ({ active }) => active, false],
    ['names in any case', () => [{ OP: 'REPLACE', Path: 'ACTIVE', Value: 'FALSE' }], ({ active }) => active, false],
    [
      'with the schema of users',
      () => [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'Q' }],
      ({ displayName }) => displayName,
      'Q',
    ],
    [
      'a part of the name',
      () => [{ op: 'add', path: 'NAME.GIVENNAME', value: 'Q' }],
      ({ name }) => name,
      {
        givenName: 'Q',
        familyName: 'Lind',
        formatted: 'Own Name',
      },
    ],
    [
      'dotted names and those of a schema as keys',
      () => [
        { op: 'replace', value: { 'name.familyName': 'Z', [`${ENTERPRISE}:employeeNumber`]: 'K-9', nickName: 'x' } },
      ],
      (user) => [(user.name as { familyName: string }).familyName, user[ENTERPRISE]],
      ['Z', { employeeNumber: 'K-9' }],
    ],
    [
      'the employee number by its path',
      () => [{ op: 'replace', path: `${ENTERPRISE}:employeeNumber`, value: 'K-10' }],
      (user) => user[ENTERPRISE],
      { employeeNumber: 'K-10' },
    ],
    ['the picture removed', () => [{ op: 'remove', path: 'photos' }], ({ photos }) => photos, undefined],
    [
      'the picture removed by a filter',
      () => [{ op: 'remove', path: 'photos[primary eq true]' }],
      ({ photos }) => photos,
      undefined,
    ],
    ['the externalId removed', () => [{ op: 'remove', path: 'externalId' }], ({ externalId }) => externalId, undefined],
    [
      'its own name removed: it follows the others',
      () => [{ op: 'remove', path: 'displayName' }],
      ({ displayName }) => displayName,
      'Ada Lind',
    ],
    [
      'the parts of the name removed',
      () => [{ op: 'remove', path: 'name' }],
      ({ name }) => name,
      { formatted: 'Own Name' },
    ],
    [
      'what has no place',
      () => [{ op: 'replace', path: 'nickName', value: 'x' }],
      ({ displayName }) => displayName,
      'Own Name',
    ],
    [
      'what another schema has',
      () => [{ op: 'add', path: 'urn:example:custom:2.0:User:shoe', value: 5 }],
      ({ displayName }) => displayName,
      'Own Name',
    ],
    [
      'an address that is not the work one',
      () => [{ op: 'add', path: 'emails[type eq "home"].value', value: 'h@x.example' }],
      ({ emails }) => (emails as unknown[]).length,
      1,
    ],
    [
      'a key with line breaks in a quotation that is not closed',
      () => [{ op: 'replace', value: { [`emails[type eq "${'\n'.repeat(60)}`]: 'x' } }],
      ({ displayName }) => displayName,
      'Own Name',
    ],
    [
      'an employee number that is a number',
      () => [{ op: 'replace', path: `${ENTERPRISE}:employeeNumber`, value: 70_115 }],
      (user) => user[ENTERPRISE],
      { employeeNumber: '70115' },
    ],
    ['active without a value', () => [{ op: 'replace', path: 'active', value: null }], ({ active }) => active, true],
  ])('%s', async (_, operations, part, expected) => {
    const { id } = await sync.newUser(full());
    const patched = await sync.patch(id, operations());
    expect(patched.status).toBe(200);
    expect(part(patched.body)).toEqual(expected);
    expect((await sync.get(`/Users/${id}`)).body).toEqual(patched.body);
  });

  it.each([
    ['the work address', (value: string) => [{ op: 'replace', path: 'emails[type eq "work"].value', value }]],
    [
      'the primary one, by letters of any case',
      (value: string) => [{ op: 'add', path: 'Emails[PRIMARY EQ true].Value', value }],
    ],
    [
      'a list with a primary one',
      (value: string) => [
        { op: 'replace', path: 'emails', value: [{ value: 'x@y.example' }, { value, primary: true }] },
      ],
    ],
    [
      'a value of the filtered ones',
      (value: string) => [{ op: 'replace', path: 'emails[type eq "work"]', value: { value } }],
    ],
    [
      'the user name, which decides',
      (value: string) => [
        { op: 'replace', path: 'userName', value },
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'other@x.example' },
      ],
    ],
  ])('userName and address follow %s', async (_, operations) => {
    const { id } = await sync.newUser();
    const value = email();
    const { body } = await sync.patch(id, operations(value));
    expect([body.userName, body.emails]).toEqual([value, [{ value, type: 'work', primary: true }]]);
  });

  it('what changes nothing leaves the version', async () => {
    const { id } = await sync.newUser(full());
    const { body } = await sync.get(`/Users/${id}`);
    const same = await sync.patch(id, [
      {
        op: 'replace',
        value: {
          id,
          meta: body.meta,
          'meta.created': body.meta.created,
          'emails.type': 'work',
          userName: body.userName,
          active: 'True',
          displayName: 'Own Name',
        },
      },
    ]);
    expect(same.body).toEqual(body);
  });

  it('two at once are both there, whichever attributes they change', async () => {
    const { id } = await sync.newUser();
    for (let round = 0; round < 10; round++) {
      const [externalId, familyName] = [crypto.randomUUID(), `F${round}`];
      const answers = await Promise.all([
        sync.patch(id, [{ op: 'replace', path: 'externalId', value: externalId }]),
        sync.patch(id, [{ op: 'replace', path: 'name.familyName', value: familyName }]),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { body } = await sync.get(`/Users/${id}`);
      expect([body.externalId, body.name.familyName]).toEqual([externalId, familyName]);
    }
  });
});

describe('400', () => {
  it.each<[string, string, object[] | object]>([
    ['invalidSyntax', 'no operations', {}],
    ['invalidSyntax', 'an empty list', []],
    ['invalidSyntax', 'an operation that is none', [{ op: 'move', path: 'active', value: true }]],
    ['invalidSyntax', 'a text as an operation', ['x'] as never],
    ['noTarget', 'remove without a path', [{ op: 'remove' }]],
    ['invalidValue', 'remove of the user name', [{ op: 'remove', path: 'userName' }]],
    ['invalidValue', 'no value', [{ op: 'replace', path: 'displayName' }]],
    ['invalidValue', 'a text as the value without a path', [{ op: 'replace', value: 'x' }]],
    ['invalidValue', 'a number as a name', [{ op: 'replace', path: 'displayName', value: 5 }]],
    [
      'invalidValue',
      'digits that a number loses',
      [{ op: 'add', path: `${ENTERPRISE}:employeeNumber`, value: 2 ** 60 }],
    ],
    ['invalidValue', 'a user name that is no address', [{ op: 'replace', path: 'userName', value: 'x' }]],
    ['invalidPath', 'a broken path', [{ op: 'replace', path: 'name..x', value: 'y' }]],
    ['invalidPath', 'a filter that is not closed', [{ op: 'replace', path: 'emails[type eq "work"', value: 'y' }]],
    [
      'invalidPath',
      'line breaks in a quotation that is not closed',
      [{ op: 'replace', path: `emails[type eq "${'\n'.repeat(60)}`, value: 'y' }],
    ],
    ['invalidPath', 'a path that is too long', [{ op: 'replace', path: 'a'.repeat(1_001), value: 'y' }]],
    ['invalidFilter', 'another operator', [{ op: 'replace', path: 'emails[type co "work"].value', value: 'y' }]],
    ['invalidPath', 'two attributes', [{ op: 'replace', path: 'a pr and b', value: 'y' }]],
    ['mutability', 'another id', [{ op: 'replace', path: 'id', value: 'x' }]],
    ['mutability', 'another meta', [{ op: 'replace', value: { meta: { created: 'x' } } }]],
    ['mutability', 'a part of meta', [{ op: 'replace', path: 'meta.created', value: '2020-01-01T00:00:00Z' }]],
    ['mutability', 'a part of meta as a key', [{ op: 'add', value: { 'META.lastModified': 'x' } }]],
    ['mutability', 'a part of meta by a filter', [{ op: 'replace', path: 'meta[a eq "b"].version', value: 'x' }]],
    ['mutability', 'remove of a part of meta', [{ op: 'remove', path: 'meta.created' }]],
    ['mutability', 'the type of the address', [{ op: 'replace', path: 'emails[type eq "work"].type', value: 'home' }]],
    ['mutability', 'remove of the id', [{ op: 'remove', path: 'id' }]],
  ])('%s: %s; nothing is done', async (scimType, _, operations) => {
    const { id } = await sync.newUser();
    const before = (await sync.get(`/Users/${id}`)).body;
    const list = Array.isArray(operations) ? [...operations] : operations;
    if (Array.isArray(list) && list.length > 0) list.unshift({ op: 'replace', path: 'displayName', value: 'New' });
    const answer = await sync.send('PATCH', `/Users/${id}`, Array.isArray(list) ? { Operations: list } : list);
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType]);
    expect((await sync.get(`/Users/${id}`)).body).toEqual(before);
  });
});

it('412: If-Match names another version', async () => {
  const { id } = await sync.newUser();
  const operations = [{ op: 'replace', path: 'displayName', value: 'x' }];
  expect((await sync.patch(id, operations, { 'if-match': '"x"' })).status).toBe(412);
  const { body } = await sync.get(`/Users/${id}`);
  expect((await sync.patch(id, operations, { 'if-match': body.meta.version })).status).toBe(200);
});
