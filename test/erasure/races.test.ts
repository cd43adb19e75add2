import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { Draws } from '../support/draws.ts';
import { importRecords } from '../support/import-records.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { tablesWith } from './needles.ts';

const NEEDLE = 'Hippogriff';
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const sync = await TestSync.create(system, school);
const environment = {
  ...system.addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
};
afterAll(() => system.stop());

interface Person {
  /** An integration of its own, so that nobody uses up another's requests. */
  readonly client: TestClient;
  readonly id: string;
  readonly path: string;
  readonly email: string;
}

async function archived(ref: string): Promise<Person> {
  const email = `${ref}@school.example`;
  await importRecords(school.operator, 'users', [{ ref, email, name: `${NEEDLE} ${ref}` }]);
  const client = await system.newClient(school.id);
  const [{ id }] = (await client.get('/users', { query: { email } })).body.data;
  const path = `/users/${id}`;
  expect((await change({ client, path }, { isArchived: true })).status).toBe(200);
  return { client, id, path, email };
}

const change = ({ client, path }: Pick<Person, 'client' | 'path'>, json: object) =>
  client.send('PATCH', path, { json, ifMatch: '*', key: randomUUID() });
const erase = ({ id }: Person) =>
  runCli(['people', 'erase', id, '--institution', school.id, '--yes', id, '--now', '--json'], { environment });
const shown = async ({ client, path }: Person) => (await client.get(path)).body.data;
const withEmail = async ({ client, email }: Person) => (await client.get('/users', { query: { email } })).body.data;
const journaled = async ({ id }: Person) =>
  (await readFile(system.journal, 'utf8')).split('\n').filter((line) => line.includes(id)).length;

/** What somebody else does with the person, again and again. @returns whether they can do it no more */
const MEANWHILE: Readonly<Record<string, (person: Person) => Promise<boolean>>> = {
  renames: async (person) => {
    const { status } = await change(person, { name: `${NEEDLE} ${randomUUID()}` });
    expect([200, 409]).toContain(status);
    return status === 409;
  },
  syncs: async ({ id }) => {
    const { status } = await sync.send('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'displayName', value: `${NEEDLE} ${randomUUID()}` }],
    });
    expect([200, 404]).toContain(status);
    return status === 404;
  },
  imports: async (person) => {
    const { email } = person;
    const [ref] = email.split('@');
    await importRecords(school.operator, 'users', [{ ref, email, name: `Imported ${randomUUID()}` }]);
    const found = await withEmail(person);
    return found.length > 0 && found[0].id !== person.id;
  },
  creates: async ({ client, email, id }) => {
    const created = await client.send('POST', '/users', { json: { email, name: 'Somebody else' }, key: true });
    expect([201, 409]).toContain(created.status);
    if (created.status === 201) expect(created.body.data.id).not.toBe(id);
    return created.status === 201;
  },
  erases: async (person) => {
    const { code, json } = await erase(person);
    expect([code, json.userId]).toEqual([0, person.id]);
    return true;
  },
};

it('erases a person once and completely, whatever others do with them at that moment', async () => {
  const races = await Promise.all(
    Object.entries(MEANWHILE).map(async ([name, act]) => ({ person: await archived(name), act })),
  );
  await Promise.all(
    races.map(async ({ person, act }) => {
      const erasing = erase(person);
      while (!(await act(person))) await delay(100);
      expect(await erasing).toMatchObject({ code: 0, json: { userId: person.id } });
    }),
  );
  for (const { person } of races)
    expect(await shown(person)).toMatchObject({
      name: 'Erased person',
      isArchived: true,
      erasedAt: expect.any(String),
    });
  for (const service of SERVICES)
    expect([service, await tablesWith(system.databases.url(service), NEEDLE)]).toEqual([service, []]);
  for (const { person } of races) {
    expect(await journaled(person)).toBe(1);
    const told = await until('the event', async () => {
      const events = await person.client.walk('/events', { resourceId: person.id });
      const found = events.filter((event) => 'changed' in event && JSON.stringify(event).includes('erasedAt'));
      return found.length > 0 && found;
    });
    expect(told).toHaveLength(1);
  }
}, 120_000);

it('erases a person who comes back, or leaves them as they are: never a part of them', async () => {
  const draws = Draws.of('people who come back');
  const people = await Promise.all(['one', 'two', 'three', 'four'].map((name) => archived(`back-${name}`)));
  await Promise.all(
    people.map(async (person) => {
      const erasing = erase(person);
      await delay(draws.between(0, 6_000));
      const { status } = await change(person, { isArchived: false });
      const { code } = await erasing;
      expect([status, code]).toEqual(status === 200 ? [200, 1] : [409, 0]);
      expect(await journaled(person)).toBe(status === 200 ? 0 : 1);
      const { name, isArchived } = await shown(person);
      const isBack = name.startsWith(NEEDLE);
      expect([isBack, isArchived]).toEqual([status === 200, status !== 200]);
    }),
  );
}, 60_000);
