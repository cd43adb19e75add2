import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BODY_BOUNDS } from '../../gateway/http/received-body.ts';
import { MOST_READ } from '../../gateway/scim/filter-reader.ts';
import { type ScimOptions, scim } from '../../gateway/scim/scim.ts';
import { importUsers } from '../support/test-directory.ts';
import { scimUser, TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { sendInShortTurns } from '../support/turns/send-in-short-turns.ts';

let system: TestSystem;
let sync: TestSync;
beforeAll(async () => {
  system = await TestSystem.start({ shape: 'one process', platform: 'own' });
  const school = await system.newInstitution();
  sync = await TestSync.create(system, school);
  for (let n = 0; n < 200; n++) await sync.newUser();
  await importUsers(school, 1_000);
}, 60_000);
afterAll(() => system.stop());
beforeEach(() => system.clock.advance(60_000));

/** As many of them as a body may hold beside some more; each has so many values. */
const fill = <T>(make: (place: number) => T, values: number): T[] => {
  const { length } = JSON.stringify(make(9_999));
  const count = Math.min((BODY_BOUNDS.values - 100) / values, (BODY_BOUNDS.bytes - 4_096) / (length + 1));
  return Array.from({ length: Math.floor(count) }, (_, place) => make(place));
};
const named = (make: (place: number) => string, value: unknown, values: number) =>
  Object.assign({}, ...fill((place) => ({ [make(place)]: value }), values));
const filterOf = (length: number) => {
  const terms = Array.from({ length: 1_000 }, () => 'active eq true');
  let text = terms[0] as string;
  for (const term of terms) if (text.length + term.length + 5 <= length) text += ` and ${term}`;
  return text;
};
const bodies: Readonly<Record<string, () => object>> = {
  'many emails': () => ({ emails: fill((n) => ({ value: `${n}@x.example`, type: 'home', primary: false }), 4) }),
  'many unknown attributes': () => named((n) => `unknown${n}`, 'x', 1),
  'many names with a filter': () => named((n) => `emails[type eq "${n}"].value`, 'x', 1),
  'a long unknown text': () => ({ unknown: 'x'.repeat(BODY_BOUNDS.bytes - 4_096) }),
  'long unknown names with a filter': () => named((n) => `emails[${filterOf(MOST_READ - 20)}].${n}`, 'x', 1),
};
const patches: Readonly<Record<string, () => object[]>> = {
  'many operations': () => fill(() => ({ op: 'replace', path: 'name.givenName', value: 'G' }), 4),
  'long filters': () => fill(() => ({ op: 'add', path: `emails[${filterOf(MOST_READ - 20)}].display`, value: 'x' }), 4),
  'many values': () => [{ op: 'replace', value: named((n) => `emails[type eq "${n}"].display`, 'x', 1) }],
  'a long list': () => [
    { op: 'replace', path: 'photos', value: fill((n) => ({ value: `https://x.example/${n}` }), 2) },
  ],
};
const queries: Readonly<Record<string, () => Record<string, string>>> = {
  'the longest page': () => ({ count: '200' }),
  'the longest filter': () => ({ filter: filterOf(MOST_READ), count: '200' }),
  'a filter of values': () => ({ filter: `emails[${filterOf(MOST_READ - 200).replaceAll('active', 'primary')}]` }),
  'a long text in a filter': () => ({ filter: `userName eq ${JSON.stringify('\n"'.repeat(200))}` }),
  'many attributes': () => ({ attributes: Array(900).fill('active').join(), count: '200' }),
  'many excluded attributes': () => ({ excludedAttributes: Array(900).fill('photos').join(), count: '200' }),
};

/** As they are declared, so that a new one is among them. */
const routes: [method: string, path: string][] = [];
const declared = Fastify({ exposeHeadRoutes: false });
declared.addHook('onRoute', ({ method, url }) => void routes.push([String(method), url]));
await scim(declared, { limits: {} } as ScimOptions);

describe('the largest request has short turns', () => {
  it.each(routes)('%s %s', async (method, route) => {
    const makes = Object.values(bodies);
    for (const [n, query] of Object.values(queries).entries()) {
      const { status } = await sendInShortTurns(async () => {
        const path = route.replace(':id', (await sync.newUser()).id);
        const body = method === 'GET' ? undefined : scimUser(makes[n % makes.length]?.());
        return () => sync.send(method, `${path}?${new URLSearchParams(query())}`, body);
      });
      expect(status).toBeLessThan(500);
    }
  });

  it.each(Object.entries(bodies))('POST and PUT: %s', async (_, make) => {
    const created = await sendInShortTurns(async () => {
      const user = scimUser(make());
      return () => sync.send('POST', '/Users', user);
    });
    expect(created.status).toBe(201);
    const replaced = await sendInShortTurns(async () => {
      const user = scimUser(make());
      return () => sync.send('PUT', `/Users/${created.body.id}`, user);
    });
    expect(replaced.status).toBe(200);
  });

  it.each(Object.entries(patches))('PATCH: %s', async (_, make) => {
    const { id } = await sync.newUser();
    const { status, body } = await sendInShortTurns(async () => {
      const operations = make();
      return () => sync.patch(id, operations);
    });
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  });

  it.each(Object.entries(queries))('GET: %s', async (_, make) => {
    const { status, body } = await sendInShortTurns(
      async () => () => sync.get(`/Users?${new URLSearchParams(make())}`),
    );
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  });

  it('DELETE, and GET of one: the longest id', async () => {
    for (const method of ['GET', 'DELETE'])
      expect(
        await sendInShortTurns(async () => () => sync.send(method, `/Users/${randomUUID().padEnd(255, 'x')}`)),
      ).toMatchObject({ status: 404 });
  });
});
