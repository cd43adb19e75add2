import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { parseCsv } from '../support/console/csv.ts';
import { faultsIn, formOf, rowsIn, words } from '../support/console/read-page.ts';
import type { Answer, Visitor } from '../support/console/visitor.ts';
import { importRecords } from '../support/import-records.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { must } from '../time-tracking/member.ts';

const PATH = '/console/time-records';
const OCTOBER = `${PATH}?from=2026-10-01&to=2026-10-31`;

const system = await TestSystem.start();
let ada: TestAdministrator;
let visitor: Visitor;
let ids: Record<string, string>;
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  await changeSettings(ada.institution, { timeTrackingTimezone: 'Europe/Berlin' });
  const made = await importRecords(
    ada.institution.operator,
    'users',
    ['Ben Okafor', 'Chloé Martin', 'Martin Lang'].map((name, n) => ({ ref: `u${n}`, name, email: `u${n}@x.example` })),
  );
  const staff = { ref: 'staff', name: 'Staff', members: ['u0', 'u1'] };
  const groups = await importRecords(ada.institution.operator, 'userGroups', [staff]);
  ids = Object.fromEntries([...made, ...groups].map(({ ref, id }) => [ref, id]));
});

const post = async (path: string, body: object) =>
  must(201, await ada.institution.client.post(`/time-tracking/${path}`, body)).body.data;
const addLog = (user: string, startTime: string, endTime: string) =>
  post('logs', { userId: ids[user], startTime: `2026-${startTime}Z`, endTime: `2026-${endTime}Z` });
const clockIn = (user: string, at: string) => post('sessions/start', { userId: ids[user], at: `2026-${at}Z` });
/** Somebody who has not clocked out on the first of October, and works on. */
async function forget(user: string) {
  await clockIn(user, '10-01T14:00:00');
  await clockIn(user, '10-02T06:00:00');
  must(
    200,
    await ada.institution.client.post('/time-tracking/sessions/stop', {
      userId: ids[user],
      at: '2026-10-02T14:00:00Z',
    }),
  );
}
/** The address of a link. */
const unescaped = (href: string) => href.replaceAll('&amp;', '&');
const gridOf = ({ text }: Answer) => words(/<div class="month".*?<\/table>/s.exec(text)?.[0] ?? '');
const stripOf = ({ text }: Answer) => words(/<ul class="strip".*?<\/ul>/s.exec(text)?.[0] ?? '');
const linksOf = ({ text }: Answer) =>
  [...(/<ul class="strip".*?<\/ul>/s.exec(text)?.[0] ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    unescaped(href),
  );
const recordsIn = (answer: Answer) =>
  rowsIn({ ...answer, text: answer.text.slice(answer.text.indexOf('aria-label="Time records, table"')) });

describe('the hours of a month', () => {
  it('are told in a strip, and by person and day with what is to be known of each', async () => {
    await forget('u0');
    await addLog('u1', '09-30T20:00:00', '10-01T00:30:30');
    await addLog('u1', '10-02T06:00:45', '10-02T14:30:00');
    const { id } = await addLog('u1', '10-03T06:00:00', '10-03T07:00:00');
    await importRecords(ada.institution.operator, 'calendarDays', [
      { ref: 'fair', name: 'Fair', from: '2026-10-02', kind: 'holiday' },
    ]);
    const form = formOf(await visitor.get(`${PATH}/${id}`));
    expect((await visitor.post(`${PATH}/${id}`, { ...form, end: '09:30', reason: 'As agreed' })).status).toBe(303);
    expect((await visitor.submit(`${PATH}/close-month`, { month: '2026-09', group: '' })).status).toBe(303);
    const page = await visitor.get(`${PATH}?from=2026-10-01&to=2026-10-04`);
    expect(stripOf(page)).toBe(' 2 people 28:29 worked, 7:59 of it closed automatically, correct first 1 to check ');
    expect(gridOf(page)).toMatch(
      /Th 1 Fr 2 Sa 3 Su 4 Sum Ben Okafor 7:59 ! closed automatically, to correct 8:00 15:59 Chloé Martin 2:30 ▪ of a closed month 8:29 1:30 ✓ corrected 12:29 Sum 10: 30 16: 29 1: 30 28:29/,
    );
    expect(page.text).toMatch(/<th scope="col" class="off"><abbr title="2026-10-02, Fair">/);
    expect(page.text.match(/<th scope="col" class="off">/g)).toHaveLength(3);
    const [toCheck = ''] = linksOf(page);
    expect(recordsIn(await visitor.get(toCheck))).toEqual(['Ben Okafor']);
    const [, cell = ''] = /<td class="warn"><a href="([^"]*)"/.exec(page.text) ?? [];
    expect(recordsIn(await visitor.get(unescaped(cell)))).toEqual(['Ben Okafor']);
  });

  it('are those of the people whom a part of a name, an email, a code or a group names', async () => {
    for (const [index, user] of ['u0', 'u1', 'u2'].entries())
      await addLog(user, `10-0${index + 1}T06:00:00`, `10-0${index + 1}T07:00:00`);
    const shown = async (filters: string) => {
      const page = await visitor.get(`${OCTOBER}&${filters}`);
      const rows = rowsIn({ ...page, text: page.text.split('aria-label="Time records, table"')[0] ?? '' });
      expect(rows.slice(0, -1).toSorted()).toEqual(recordsIn(page).toSorted());
      const { text } = await visitor.get(`${PATH}/export?from=2026-10-01&to=2026-10-31&${filters}`);
      expect(
        parseCsv(text)
          .slice(1)
          .map(([, name]) => name),
      ).toEqual(rows.slice(0, -1));
      return recordsIn(page);
    };
    expect(await shown('person=MARTIN')).toEqual(['Martin Lang', 'Chloé Martin']);
    expect(await shown('person=u0@x.example')).toEqual(['Ben Okafor']);
    expect(await shown(`group=${ids.staff}`)).toEqual(['Chloé Martin', 'Ben Okafor']);
    expect(await shown(`group=${ids.staff}&person=martin`)).toEqual(['Chloé Martin']);
    for (const [name, query] of [
      ['person', `group=${ids.staff}&person=lang`],
      ['group', 'group=x'],
    ] as const)
      expect([query, Object.keys(faultsIn(await visitor.get(`${OCTOBER}&${query}`)))]).toEqual([query, [name]]);
  });

  it('has no grid of more than a month, and none of another state', async () => {
    await addLog('u0', '10-01T06:00:00', '10-01T07:00:00');
    const has = async (query: string) => gridOf(await visitor.get(`${PATH}?${query}`)) !== '';
    expect(await has('from=2026-10-01&to=2026-10-31')).toBe(true);
    expect(await has('from=2026-10-01&to=2026-11-01')).toBe(false);
    expect(await has('from=2026-10-01&to=2026-10-31&show=open')).toBe(false);
  });

  it('of more than a page of people come page by page', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ ref: `m${n}`, name: `M${n}`, email: `m${n}@x.example` }));
    for (const { ref, id } of await importRecords(ada.institution.operator, 'users', many)) ids[ref] = id;
    await Promise.all(many.map(({ ref }) => addLog(ref, '10-01T06:00:00', '10-01T07:00:00')));
    const seen: string[] = [];
    for (const filter of ['', '&person=m']) {
      const first = await visitor.get(`${OCTOBER}${filter}`);
      expect(stripOf(first)).toContain('people shown, more follow');
      const next = unescaped(/href="([^"]*)"[^>]*>Next people/.exec(first.text)?.[1] ?? '');
      seen.push(...[first, await visitor.get(next)].flatMap((page) => gridOf(page).match(/M\d+ /g) ?? []));
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(60);
  });
});

it('the overview counts for whoever sees hours, and each number leads to what it counts', async () => {
  await forget('u0');
  await clockIn('u1', '10-04T06:00:00');
  await clockIn('u2', '10-05T06:00:00');
  expect((await visitor.submit(`${PATH}/close-month`, { month: '2026-08', group: '' })).status).toBe(303);
  must(
    409,
    await ada.institution.client.post('/time-tracking/sessions/start', { userId: ids.u0, at: '2026-08-03T06:00:00Z' }),
  );
  const page = await visitor.get('/console/');
  expect(stripOf(page)).toBe(' 2 clocked in now 1 evening to correct 1 open since yesterday 1 arrived after closing ');
  const [open = '', toCorrect = '', before = '', late = ''] = linksOf(page);
  expect(recordsIn(await visitor.get(open))).toEqual(['Martin Lang', 'Chloé Martin']);
  expect(recordsIn(await visitor.get(toCorrect))).toEqual(['Ben Okafor']);
  expect(recordsIn(await visitor.get(before))).toEqual(['Chloé Martin']);
  expect(words((await visitor.get(late)).text)).toMatch(/Arrived after closing.*Ben Okafor/);
  const { institution } = ada;
  const of = async (role: 'integrations' | 'people') =>
    stripOf(
      await (await signedIn(system, await newAdministrator(system, { institution, roles: [role] }))).get('/console/'),
    );
  expect(await of('integrations')).toBe('');
  expect(await of('people')).toContain('2 clocked in now');
});

it('people who are clocked in are a list of their own, with a text too', async () => {
  await clockIn('u1', '10-05T05:00:00');
  await clockIn('u2', '10-05T06:00:00');
  const shown = async (more: string) => rowsIn(await visitor.get(`/console/people?state=clocked-in${more}`));
  expect(await shown('')).toEqual(['Martin Lang', 'Chloé Martin']);
  expect(await shown('&search=lang')).toEqual(['Martin Lang']);
  expect(await shown('&search=okafor')).toEqual([]);
});
