import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ScimAnswer, scimUser, TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let system: TestSystem;
let sync: TestSync;
beforeAll(async () => {
  system = await TestSystem.start();
  sync = await TestSync.create(system, await system.newInstitution());
});

interface Person {
  readonly key: string;
  readonly userName: string;
}

/** What a provider sends, in its own letters and shapes. */
interface Provider {
  create(person: Person): object;
  match(person: Person): string;
  update(id: string, person: Person): Promise<ScimAnswer>;
  activate(id: string, isActive: boolean, person: Person): Promise<ScimAnswer>;
}

const entra: Provider = {
  create: ({ key, userName }) => ({
    schemas: [CORE, ENTERPRISE],
    externalId: key,
    userName,
    active: true,
    displayName: 'Joy Lind',
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Joy Lind', familyName: 'Lind', givenName: 'Joy' },
    roles: [],
    [ENTERPRISE]: { department: 'x', manager: { value: null } },
  }),
  match: ({ userName }) => `userName eq "${userName.toUpperCase()}"`,
  update: (id) =>
    sync.patch(id, [
      { op: 'Replace', path: 'displayName', value: 'Joy Berg' },
      { op: 'Replace', path: 'name.familyName', value: 'Berg' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'DE' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'x' },
    ]),
  activate: (id, isActive) => sync.patch(id, [{ op: 'Replace', path: 'active', value: isActive ? 'True' : 'False' }]),
};

const oktaUser = ({ key, userName }: Person, familyName: string, active: boolean) => ({
  schemas: [CORE],
  userName,
  name: { givenName: 'Joy', familyName },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: `Joy ${familyName}`,
  locale: 'en-US',
  externalId: key,
  groups: [],
  password: 'not kept',
  active,
});
const okta: Provider = {
  create: (person) => oktaUser(person, 'Lind', true),
  match: ({ userName }) => `userName eq "${userName}"`,
  update: async (id, person) => {
    const { active, meta } = (await sync.get(`/Users/${id}`)).body;
    return sync.send('PUT', `/Users/${id}`, { ...oktaUser(person, 'Berg', active), id, meta });
  },
  activate: (id, active) => sync.patch(id, [{ op: 'replace', value: { active } }]),
};

const keycloak: Provider = {
  create: ({ key, userName }) => ({
    schemas: [CORE],
    userName,
    externalId: key,
    name: { givenName: 'Joy', familyName: 'Lind' },
    emails: [{ value: userName, primary: true }],
    active: true,
  }),
  match: ({ key }) => `externalId eq "${key}"`,
  update: async (id, { key, userName }) =>
    sync.send('PUT', `/Users/${id}`, {
      id,
      schemas: [CORE],
      userName,
      externalId: key,
      name: { givenName: 'Joy', familyName: 'Berg' },
    }),
  activate: async (id, active, { key, userName }) => {
    const { name } = (await sync.get(`/Users/${id}`)).body;
    return sync.send('PUT', `/Users/${id}`, { id, schemas: [CORE], userName, externalId: key, name, active });
  },
};

type Step = 'update' | 'deactivate' | 'reactivate' | 'create again' | 'match' | 'sent twice';
const STEPS: readonly Step[] = ['update', 'deactivate', 'reactivate', 'create again', 'match', 'sent twice'];

describe.each(Object.entries({ entra, okta, keycloak }))('%s', (_, provider) => {
  it('asks for nobody first', async () => {
    expect((await sync.find('userName eq "nobody"')).body).toMatchObject({ totalResults: 0, Resources: [] });
  });

  it('creates, matches, updates, deactivates and reactivates in any order: one person, as it was said last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 10 }), async (steps) => {
        const key = crypto.randomUUID();
        const person = { key, userName: `${key.slice(0, 8)}@school.example` };
        const created = await sync.send('POST', '/Users', provider.create(person));
        expect(created.status).toBe(201);
        const { id } = created.body;
        let [familyName, active] = ['Lind', true];
        for (const step of steps) {
          if (step === 'update' || step === 'sent twice') {
            familyName = 'Berg';
            for (let time = 0; time < (step === 'update' ? 1 : 2); time++)
              expect((await provider.update(id, person)).status).toBe(200);
          } else if (step === 'match') {
            const { body } = await sync.find(provider.match(person));
            expect(body.Resources.map((each: { id: string }) => each.id)).toEqual([id]);
          } else if (step === 'create again') {
            const again = await sync.send('POST', '/Users', provider.create(person));
            expect([again.status, again.body.scimType]).toEqual(active ? [409, 'uniqueness'] : [201, undefined]);
            if (!active) [familyName, active] = ['Lind', true];
          } else {
            active = step === 'reactivate';
            expect((await provider.activate(id, active, person)).status).toBe(200);
          }
        }
        const { body } = await sync.get(`/Users/${id}`);
        expect([body.active, body.name.familyName, body.externalId]).toEqual([active, familyName, key]);
        await sync.send('DELETE', `/Users/${id}`);
      }),
      // Fewer than the guard lets a sync archive.
      { numRuns: 6 },
    );
  });
});

it('429: with the seconds to wait, as for the API; another sync has a window of its own', async () => {
  const school = await system.newInstitution();
  const [first, second] = [await TestSync.create(system, school), await TestSync.create(system, school)];
  const answers = await Promise.all(Array.from({ length: 1_001 }, () => first.get('/ServiceProviderConfig')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await second.send('POST', '/Users', scimUser())).status).toBe(201);
  expect((await school.client.get('/users')).status).toBe(200);
});
