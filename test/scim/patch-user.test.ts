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

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const unclosed = `emails[type eq "${'\n'.repeat(60)}`;
const replace = (path: string, value: unknown) => [{ op: 'replace', path, value }];

describe('200', () => {
  it.each<[object[], Record<string, unknown>]>([
    [replace('active', false), { active: false }],
    [[{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    [[{ op: 'replace', value: { active: 'false' } }], { active: false }],
    [[{ OP: 'REPLACE', Path: 'ACTIVE', Value: 'FALSE' }], { active: false }],
    [replace('active', null), { active: true }],
    [[{ op: 'add', path: `${CORE}:displayName`, value: 'Q' }], { displayName: 'Q' }],
    [
      [{ op: 'add', path: 'NAME.GIVENNAME', value: 'Q' }],
      { name: { givenName: 'Q', familyName: 'Lind', formatted: 'Own Name' } },
    ],
    [
      [{ op: 'replace', value: { 'name.familyName': 'Z', [`${ENTERPRISE}:employeeNumber`]: 'K-9', nickName: 'x' } }],
      { name: { givenName: 'Ada', familyName: 'Z', formatted: 'Own Name' }, [ENTERPRISE]: { employeeNumber: 'K-9' } },
    ],
    [replace(`${ENTERPRISE}:employeeNumber`, 'K-10'), { [ENTERPRISE]: { employeeNumber: 'K-10' } }],
    [replace(`${ENTERPRISE}:employeeNumber`, 70_115), { [ENTERPRISE]: { employeeNumber: '70115' } }],
    [[{ op: 'remove', path: 'photos' }], { photos: undefined }],
    [[{ op: 'remove', path: 'photos[primary eq true]' }], { photos: undefined }],
    [[{ op: 'remove', path: 'externalId' }], { externalId: undefined }],
    // Its own name removed: it follows the others.
    [[{ op: 'remove', path: 'displayName' }], { displayName: 'Ada Lind' }],
    [[{ op: 'remove', path: 'name' }], { name: { formatted: 'Own Name' } }],
    // What has no place.
    [replace('nickName', 'x'), { displayName: 'Own Name' }],
    [[{ op: 'add', path: 'urn:example:custom:2.0:User:shoe', value: 5 }], { displayName: 'Own Name' }],
    [[{ op: 'add', path: 'emails[type eq "home"].value', value: 'h@x.example' }], { emails: [expect.anything()] }],
    [[{ op: 'replace', value: { [unclosed]: 'x' } }], { displayName: 'Own Name' }],
  ])('%j', async (operations, expected) => {
    const { id } = await sync.newUser(full());
    const { status, body } = await sync.patch(id, operations);
    expect(status).toBe(200);
    for (const [name, value] of Object.entries(expected)) expect([name, body[name]]).toEqual([name, value]);
    expect((await sync.get(`/Users/${id}`)).body).toEqual(body);
  });

  it.each<(value: string) => object[]>([
    (value) => replace('emails[type eq "work"].value', value),
    (value) => [{ op: 'add', path: 'Emails[PRIMARY EQ true].Value', value }],
    (value) => replace('emails', [{ value: 'x@y.example' }, { value, primary: true }]),
    (value) => replace('emails[type eq "work"]', { value }),
    // The user name decides.
    (value) => [...replace('userName', value), ...replace('emails[type eq "work"].value', 'other@x.example')],
  ])('userName and address follow %s', async (operations) => {
    const { id } = await sync.newUser();
    const value = `${crypto.randomUUID().slice(0, 8)}@new.example`;
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
  it.each<[string, object[] | object]>([
    ['invalidSyntax', {}],
    ['invalidSyntax', []],
    ['invalidSyntax', [{ op: 'move', path: 'active', value: true }]],
    ['invalidSyntax', ['x'] as never],
    ['noTarget', [{ op: 'remove' }]],
    ['invalidValue', [{ op: 'remove', path: 'userName' }]],
    ['invalidValue', [{ op: 'replace', path: 'displayName' }]],
    ['invalidValue', [{ op: 'replace', value: 'x' }]],
    ['invalidValue', replace('displayName', 5)],
    // Digits that a number loses.
    ['invalidValue', replace(`${ENTERPRISE}:employeeNumber`, 2 ** 60)],
    ['invalidValue', replace('userName', 'x')],
    ['invalidPath', replace('name..x', 'y')],
    ['invalidPath', replace('emails[type eq "work"', 'y')],
    ['invalidPath', replace(unclosed, 'y')],
    ['invalidPath', replace('a'.repeat(1_001), 'y')],
    ['invalidPath', replace('a pr and b', 'y')],
    ['invalidFilter', replace('emails[type co "work"].value', 'y')],
    ['mutability', replace('id', 'x')],
    ['mutability', [{ op: 'replace', value: { meta: { created: 'x' } } }]],
    ['mutability', replace('meta.created', '2020-01-01T00:00:00Z')],
    ['mutability', [{ op: 'add', value: { 'META.lastModified': 'x' } }]],
    ['mutability', replace('meta[a eq "b"].version', 'x')],
    ['mutability', [{ op: 'remove', path: 'meta.created' }]],
    ['mutability', replace('emails[type eq "work"].type', 'home')],
    ['mutability', [{ op: 'remove', path: 'id' }]],
  ])('%s: %j; nothing is done', async (scimType, operations) => {
    const { id } = await sync.newUser();
    const before = (await sync.get(`/Users/${id}`)).body;
    const list = Array.isArray(operations) ? [...operations] : operations;
    if (Array.isArray(list) && list.length > 0) list.unshift(...replace('displayName', 'New'));
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
