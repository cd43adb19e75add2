import { expect, it } from 'vitest';
import { inEnglish } from '../../console/components/testing/english.ts';
import { destinationsNamed } from '../../console/screens/search/destinations.ts';
import type { RoleName } from '../../platform/core/roles.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { newIntegration, record } from '../support/console/recorded.ts';
import type { Answer, Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);
const { client } = ada.institution;
const as = async (role: RoleName) =>
  signedIn(system, await newAdministrator(system, { institution: ada.institution, roles: [role] }));

/** Where the results lead. */
const linksIn = ({ text }: Answer) => {
  const [, main = ''] = /id="list">(.*?)<\/main>/s.exec(text) ?? [];
  return [...main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
};
const found = async (q: string, by: Visitor = visitor) =>
  linksIn(await by.get(`/console/search?${new URLSearchParams({ q })}`));

const grace = (await client.post('/users', { email: 'grace@navy.example', name: 'Grace Hopper', code: 'GH-1' })).body
  .data;
const integration = await newIntegration(ada.institution, 'Room displays');
await record(system, ada.institution, [
  { integrationId: integration.id, requestId: 'terminal-7-0001', path: '/api/v4/rooms' },
]);
await until('the request', async () => (await found('terminal-7-0001')).length === 1);
const { id: eventId } = await until(
  'the event',
  async () => (await client.get(`/events?resourceId=${grace.id}`)).body.data[0] as { id: string } | undefined,
);
const PERSON = `/console/people/${grace.id}`;
const EVENT = `/console/events/${eventId}`;

it('finds people by a part of their names, addresses and codes, and whatever has an ID by that', async () => {
  for (const text of ['hopper', 'GRACE@navy', 'gh-1']) expect([text, await found(text)]).toEqual([text, [PERSON]]);
  expect(await found(grace.id)).toEqual([PERSON, EVENT]);
  expect(await found(eventId.toUpperCase())).toEqual([EVENT]);
  expect(await found('terminal-7-0001')).toEqual([
    expect.stringMatching(/^\/console\/requests\/terminal-7-0001\?time=/),
  ]);
  await client.patch(`/users/${grace.id}`, { isArchived: true }, { ifMatch: '*' });
  expect(await found('hopper')).toEqual([PERSON]);
});

it('finds pages, kinds of requests and types of events by their names', async () => {
  expect(await found('close mon')).toEqual(['/console/time-records/close-month']);
  expect(await found('user.upd')).toEqual(['/console/events?type=user.updated']);
  expect(await found('v4/rooms/free')).toEqual(['/console/requests?route=%2Fapi%2Fv4%2Frooms%2Ffree']);
  for (const [title, path] of inEnglish(() => destinationsNamed(''))) {
    const answer = await visitor.get(path);
    const page = answer.status === 303 ? await visitor.follow(answer) : answer;
    expect([path, page.status, page.text.includes(`<title>${title} · `)]).toEqual([path, 200, true]);
  }
});

it('finds nothing that a role may not open, and nothing of another institution', async () => {
  const [people, integrations] = [await as('people'), await as('integrations')];
  const [auditor, stranger] = [await as('auditor'), await signedIn(system, await newAdministrator(system))];
  const queries = [grace.id, eventId, 'hopper', 'terminal-7-0001', 'user.created', 'administrators', 'close month'];
  const all = async (by: Visitor) => (await Promise.all(queries.map((each) => found(each, by)))).flat();
  expect(await all(people)).toEqual([PERSON, PERSON, '/console/time-records/close-month']);
  const ofIntegrations = await all(integrations);
  expect(ofIntegrations.filter((each) => !/^\/console\/(events|requests)/.test(each))).toEqual([]);
  expect(ofIntegrations).toEqual(expect.arrayContaining([EVENT, expect.stringContaining('/requests/terminal-7-0001')]));
  expect((await all(auditor)).filter((each) => each.includes('close-month'))).toEqual([]);
  expect(await all(stranger)).toEqual([
    '/console/events?type=user.created',
    '/console/administrators',
    '/console/time-records/close-month',
  ]);
});

it('leads to all people of whom it shows ten', async () => {
  for (let n = 0; n < 11; n++) await client.post('/users', { email: `many-${n}@x.example`, name: `Many ${n}` });
  const links = await found('Many');
  expect([links.length, links.at(-1)]).toEqual([11, '/console/people?search=Many&state=all']);
  expect((await visitor.get(links.at(-1) ?? '')).text).toContain('11 shown');
});

it('of any text is a page', async () => {
  for (const text of ['', '%', '_', '..', '~', '<script>', 'x'.repeat(256), 'x'.repeat(4_000), '🐝'])
    expect([text.slice(0, 9), (await visitor.get(`/console/search?q=${encodeURIComponent(text)}`)).status]).toEqual([
      text.slice(0, 9),
      200,
    ]);
  expect((await visitor.get('/console/search?q=nobody-at-all')).text).toContain('Nothing found');
});
