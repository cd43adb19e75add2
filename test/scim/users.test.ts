import { beforeAll, describe, expect, it } from 'vitest';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { auditStateOf } from '../support/test-audit.ts';
import { newEmail } from '../support/test-directory.ts';
import { watchEvents } from '../support/test-events.ts';
import { scimUser, TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const NOBODY = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';

let system: TestSystem;
let school: TestInstitution;
let sync: TestSync;
let strangers: TestSync;
beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
  sync = await TestSync.create(system, school);
  strangers = await TestSync.create(system, await system.newInstitution());
});

const apiUser = async (id: string) => (await school.client.get(`/users/${id}`)).body.data;

describe('POST /Users', () => {
  it('201: a person of the API, with everything that has a place', async () => {
    const email = newEmail();
    const created = await sync.send('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
      userName: email,
      externalId: `ext-${email}`,
      name: { givenName: 'Ada', familyName: 'Lind', middleName: 'Q' },
      displayName: 'Dr Ada Lind',
      emails: [{ value: 'other@school.example', type: 'home' }],
      photos: [{ value: 'https://x.example/1.png' }, { value: 'https://x.example/2.png', primary: true }],
      phoneNumbers: [{ value: '1' }],
      [ENTERPRISE]: { employeeNumber: `N-${email}`, department: 'x' },
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.headers.get('location')).toBe(created.body.meta.location);
    expect(created.headers.get('etag')).toBe(created.body.meta.version);
    expect(created.body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
      id,
      externalId: `ext-${email}`,
      userName: email,
      name: { givenName: 'Ada', familyName: 'Lind', formatted: 'Dr Ada Lind' },
      displayName: 'Dr Ada Lind',
      active: true,
      emails: [{ value: email, type: 'work', primary: true }],
      photos: [{ value: 'https://x.example/2.png', type: 'photo', primary: true }],
      [ENTERPRISE]: { employeeNumber: `N-${email}` },
      meta: expect.objectContaining({ resourceType: 'User' }),
    });
    expect((await sync.get(`/Users/${id}`)).body).toEqual(created.body);
    expect(await apiUser(id)).toMatchObject({
      email,
      name: 'Dr Ada Lind',
      firstName: 'Ada',
      lastName: 'Lind',
      image: 'https://x.example/2.png',
      code: `N-${email}`,
      isArchived: false,
    });
  });

  it('201: name.formatted is the name without a displayName; without both it follows the others', async () => {
    const { id } = await sync.newUser({ name: { formatted: 'Whole Name' } });
    expect(await apiUser(id)).toMatchObject({ name: 'Whole Name', firstName: null });
    const other = await sync.newUser({ name: { givenName: 'A', familyName: 'B' } });
    expect((await apiUser(other.id)).name).toBe('A B');
  });

  it('201: fifty equal ones at once make one person', async () => {
    const json = scimUser({ externalId: 'once' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => sync.send('POST', '/Users', json)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await sync.find('externalId eq "once"')).body.totalResults).toBe(1);
  });

  it.each([
    ['no userName', { userName: undefined }],
    ['no address as userName', { userName: 'ada' }],
    ['a number as userName', { userName: 5 }],
    ['no name at all', { name: undefined }],
    ['a word as active', { active: 'maybe' }],
    ['a text as name', { name: 'Ada' }],
    ['half a surrogate', { displayName: '\ud800' }],
    ['a name of blanks', { displayName: '\u2003' }],
    ['too long a name', { displayName: 'x'.repeat(256) }],
    ['too long an externalId', { externalId: 'x'.repeat(256) }],
  ])('400 invalidValue: %s', async (_, given) => {
    const { status, body } = await sync.send('POST', '/Users', scimUser(given));
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });

  it('400 invalidSyntax: no JSON, or no object', async () => {
    for (const json of ['{', '[]', '5', 'null', '']) {
      const { status, body } = await sync.send('POST', '/Users', json);
      expect([json, status, body.scimType]).toEqual([json, 400, 'invalidSyntax']);
    }
  });
});

describe('PUT /Users/{id}', () => {
  it('200: clears what it does not have, and leaves active', async () => {
    const { id, userName } = await sync.newUser({
      externalId: 'put-1',
      displayName: 'Own Name',
      photos: [{ value: 'https://x.example/p.png' }],
      [ENTERPRISE]: { employeeNumber: 'PUT-1' },
      active: false,
    });
    const put = await sync.send('PUT', `/Users/${id}`, { userName, name: { givenName: 'Eva', familyName: 'Berg' } });
    expect(put.status).toBe(200);
    expect(put.body.externalId).toBeUndefined();
    const expected = {
      firstName: 'Eva',
      lastName: 'Berg',
      name: 'Eva Berg',
      image: null,
      code: null,
      isArchived: true,
    };
    expect(await apiUser(id)).toMatchObject(expected);
  });

  it('200: the same again changes nothing, and makes no event', async () => {
    const { id, userName } = await sync.newUser({ name: { givenName: 'A', familyName: 'B' }, externalId: 'put-2' });
    const json = { userName, name: { givenName: 'A', familyName: 'B' }, externalId: 'put-2', active: true };
    const before = await apiUser(id);
    const first = await sync.send('PUT', `/Users/${id}`, json);
    const second = await sync.send('PUT', `/Users/${id}`, json);
    expect(second.body.meta).toEqual(first.body.meta);
    expect(await apiUser(id)).toEqual(before);
  });

  it('412: If-Match names another version; with its own it is written', async () => {
    const { id, userName } = await sync.newUser();
    const read = await sync.get(`/Users/${id}`);
    const json = scimUser({ userName, displayName: 'New' });
    expect((await sync.send('PUT', `/Users/${id}`, json, { 'if-match': '"x"' })).status).toBe(412);
    const own = { 'if-match': read.body.meta.version };
    expect((await sync.send('PUT', `/Users/${id}`, json, own)).status).toBe(200);
    expect((await sync.send('PUT', `/Users/${id}`, json, own)).status).toBe(412);
  });
});

describe('GET /Users/{id}', () => {
  it('304: the version that is known', async () => {
    const { id } = await sync.newUser();
    const { headers } = await sync.get(`/Users/${id}`);
    expect((await sync.get(`/Users/${id}`, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('200: attributes and excludedAttributes', async () => {
    const { id } = await sync.newUser({ externalId: 'shown', [ENTERPRISE]: { employeeNumber: 'S-1' } });
    const shown = async (query: string) => Object.keys((await sync.get(`/Users/${id}?${query}`)).body).sort();
    expect(await shown('attributes=USERNAME,externalId')).toEqual(['externalId', 'id', 'schemas', 'userName']);
    expect((await sync.get(`/Users/${id}?attributes=name.givenName`)).body.name).toEqual({ givenName: 'Ada' });
    expect(await shown(`attributes=${ENTERPRISE}:employeeNumber`)).toEqual(['id', 'schemas', ENTERPRISE]);
    const left = ['active', 'displayName', 'externalId', 'id', 'meta', 'schemas', 'userName', ENTERPRISE].sort();
    expect(await shown('excludedAttributes=emails,name')).toEqual(left);
  });
});

describe('DELETE /Users/{id}', () => {
  it('204: archives; SCIM knows the id no more, and the API still shows it', async () => {
    const { id, userName } = await sync.newUser({ externalId: 'gone' });
    expect((await sync.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await apiUser(id)).isArchived).toBe(true);
    for (const [method, json] of [['GET'], ['PUT', scimUser()], ['DELETE']] as const)
      expect((await sync.send(method, `/Users/${id}`, json)).status).toBe(404);
    expect((await sync.find(`userName eq "${userName}"`)).body.totalResults).toBe(0);
  });

  it('whom the API brings back is there again; whom it archives is listed as not active', async () => {
    const { id } = await sync.newUser();
    await sync.send('DELETE', `/Users/${id}`);
    const set = (isArchived: boolean) => school.client.patch(`/users/${id}`, { isArchived }, { ifMatch: '*' });
    await set(false);
    expect((await sync.get(`/Users/${id}`)).body.active).toBe(true);
    await set(true);
    expect((await sync.get(`/Users/${id}`)).body.active).toBe(false);
  });
});

it.each<[string, object?]>([
  ['GET'],
  ['PUT', scimUser()],
  ['PATCH', { Operations: [{ op: 'replace', path: 'displayName', value: 'x' }] }],
  ['DELETE'],
])('404: %s of nobody, and of somebody of another institution', async (method, json) => {
  const { id } = await sync.newUser();
  const before = await apiUser(id);
  const answers = [NOBODY, 'x'].map((each) => sync.send(method, `/Users/${each}`, json));
  for (const { status } of await Promise.all([...answers, strangers.send(method, `/Users/${id}`, json)]))
    expect(status).toBe(404);
  expect(await apiUser(id)).toEqual(before);
});

describe('credentials', () => {
  it('401: none, wrong ones, and those of an integration; those of a sync open nothing else', async () => {
    const { client } = school;
    for (const authorization of ['', 'Bearer x', `${sync.token}`, `Bearer ${sync.token}x`, client.authorization]) {
      const { status, headers } = await sync.get('/Users', { authorization });
      expect([authorization, status]).toEqual([authorization, 401]);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect((await sync.get('/Nothing', { authorization: '' })).status).toBe(401);
    const [id = '', secret = ''] = sync.token.split('.');
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    expect((await client.get('/users', { headers: { authorization: basic } })).status).toBe(401);
    expect((await client.get('/users', { headers: { authorization: `Bearer ${sync.token}` } })).status).toBe(401);
  });

  it.each(['/Me', '/Bulk', '/.search', '/Users/.search'])('404: POST %s', async (path) => {
    expect((await sync.send('POST', path, {})).status).toBe(404);
  });
});

describe('paths', () => {
  it('200: no groups; 405: making one', async () => {
    const { status, body } = await sync.get('/Groups?filter=displayName%20eq%20%22x%22&startIndex=1');
    expect([status, body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    ]);
    expect((await sync.send('POST', '/Groups', { displayName: 'x' })).status).toBe(405);
    expect((await sync.get('/Groups/x')).status).toBe(404);
  });

  it.each(['//Users', '/Users/', '///Users//', '//Users//ID', '/Users//ID/', '/Groups/', '//Schemas/'])(
    '200: slashes as if they were typed once: %s',
    async (path) => {
      const { id } = await sync.newUser();
      expect((await sync.get(path.replace('ID', id))).status).toBe(200);
      expect((await school.client.get('/users/')).status).toBe(404);
    },
  );

  it.each<[number, string, string, unknown?, Record<string, string>?]>([
    [404, 'GET', '/Nothing'],
    [404, 'GET', '/Groups/x'],
    [404, 'GET', '/Users//x'],
    [405, 'DELETE', '/Users'],
    [405, 'PUT', '/Schemas', {}],
    [415, 'POST', '/Users', '<a/>', { 'content-type': 'text/xml' }],
    // JSON that is not SCIM’s is taken, and schemas may be missing.
    [201, 'POST', '/Users', { ...scimUser(), schemas: undefined }, { 'content-type': 'application/json' }],
    [413, 'POST', '/Users', { x: 'x'.repeat(300_000) }],
    [400, 'POST', '/Users', '{'],
    [400, 'POST', '/Users', { userName: 'a@x.example' }],
    [401, 'GET', '/Users', undefined, { authorization: '' }],
  ])('%i in the words of SCIM: %s %s', async (status, method, path, json, headers) => {
    const answer = await sync.send(method, path, json, headers);
    expect(answer.status).toBe(status);
    if (status < 400) return;
    expect(answer.body.detail).not.toMatch(/api\/v4|must be application\/json|firstName|integration\b/);
  });
});

it('each change is one event and one audit record of the sync; an externalId alone is no event', async () => {
  const actor = { type: 'integration', id: sync.integrationId };
  const { result, events } = await watchEvents(system, school.id, async () => {
    const { id } = await sync.newUser();
    for (const change of [{ externalId: `e-${id}` }, { active: false }, { active: false }])
      await sync.patch(id, [{ op: 'replace', value: change }]);
    return id;
  });
  expect(events.map(({ type, changed }) => [type, changed])).toEqual([
    ['user.created', null],
    ['user.updated', ['isArchived']],
  ]);
  for (const event of events) expect(event.actor).toEqual(actor);
  const { records } = await auditStateOf(system, school.id);
  const own = records.filter(({ resource_id }) => resource_id === result);
  expect(own.map(({ operation, actor_id }) => [operation, actor_id])).toEqual([
    ['lyceum.directory.v1.SyncedUserService/CreateSyncedUser', sync.integrationId],
    ['lyceum.directory.v1.SyncedUserService/ReplaceSyncedUser', sync.integrationId],
    ['lyceum.directory.v1.SyncedUserService/ReplaceSyncedUser', sync.integrationId],
  ]);
});

it('401: a request with a wrong token of a sync is in the records of the sync', async () => {
  const own = await TestSync.create(system, school);
  const [clientId = ''] = own.token.split('.');
  const { status } = await own.get('/Users', { authorization: `Bearer ${clientId}.wrong` });
  expect(status).toBe(401);
  const found = await until('the record', async () => {
    const { requests } = await school.operator(RequestService.method.listRequests, {
      ...{ integrationId: own.integrationId, page: { size: 10 } },
    });
    return requests.length > 0 && requests;
  });
  expect(found).toMatchObject([{ status: 401, route: '/scim/v2/Users', path: '/scim/v2/Users' }]);
});
