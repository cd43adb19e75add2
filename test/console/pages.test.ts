import { describe, expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { pageLink, rowsIn } from '../support/console/read-page.ts';
import { newIntegration, record } from '../support/console/recorded.ts';
import type { Answer } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);

const follow = (page: Answer, id: Way) => visitor.get(pageLink(page, id) ?? `no ${id}`);
const WAYS = ['first-page', 'previous-page', 'next-page'] as const;
type Way = (typeof WAYS)[number];
const linksOf = (page: Answer) => WAYS.filter((id) => pageLink(page, id));

describe('Previous page', () => {
  it('leads to the same requests, however many have come since, and First page to the newest', async () => {
    const { id: integrationId } = await newIntegration(ada.institution, 'Paged');
    const made = (count: number, ago: number) =>
      Array.from({ length: count }, (_, at) => ({
        integrationId,
        ago: ago + at * 10,
        path: `/api/v4/users/${ago + at}`,
      }));
    await record(system, ada.institution, made(130, 10_000));
    const rows = (page: Answer) => [...page.text.matchAll(/title="GET (\/[^"]*)"/g)].map(([, path]) => path);
    const first = await visitor.get('/console/requests?method=GET');
    const second = await follow(first, 'next-page');
    await record(system, ada.institution, made(60, 0));
    const third = await follow(second, 'next-page');
    expect([rows(first).length, rows(second).length, rows(third).length]).toEqual([50, 50, 30]);
    expect([first, second, third].map(linksOf)).toEqual([
      ['next-page'],
      ['first-page', 'previous-page', 'next-page'],
      ['first-page', 'previous-page'],
    ]);
    const back = await follow(third, 'previous-page');
    expect(rows(back)).toEqual(rows(second));
    const top = await follow(back, 'previous-page');
    expect(rows(top)).toEqual(rows(first));
    expect(linksOf(top)).toEqual(['first-page', 'next-page']);
    expect(rows(await follow(top, 'next-page'))).toEqual(rows(second));
    const newest = await follow(top, 'first-page');
    expect(rows(newest)[0]).toBe('/api/v4/users/0');
    expect(pageLink(newest, 'first-page')).toBeUndefined();
  });

  it('leads to the same people by name, with those who have been added among them', async () => {
    const { client } = ada.institution;
    const add = (name: string, n: number) => client.post('/users', { email: `p${n}@example.org`, name });
    await Promise.all(Array.from({ length: 110 }, (_, n) => add(`Z~ ${String(n).padStart(3, '0')}`, n)));
    const first = await visitor.get('/console/people?search=Z~');
    const second = await follow(first, 'next-page');
    const third = await follow(second, 'next-page');
    expect(rowsIn(third)).toEqual(Array.from({ length: 10 }, (_, n) => `Z~ ${100 + n}`));
    await add('Z~ 0501', 900);
    const back = rowsIn(await follow(third, 'previous-page'));
    expect(back.slice(0, 3)).toEqual(['Z~ 050', 'Z~ 0501', 'Z~ 051']);
    expect(rowsIn(await follow(await follow(third, 'previous-page'), 'previous-page'))).toEqual(rowsIn(first));
  });

  it.each([
    ['events', /href="\/console\/events\/([0-9a-f-]+)"/g],
    ['audit?kind=user', /record=([0-9a-f-]{36})/g],
    ['time-records?from=2026-09-01&to=2026-10-31', /href="\/console\/time-records\/([0-9a-f-]{36})[/"?]/g],
  ])('of %s leads to the same ones, which no other page has', async (list, pattern) => {
    const { client } = ada.institution;
    const newcomer = (await client.post('/users', { email: `late-${Math.random()}@example.org`, name: 'L' })).body.data;
    const hour = (n: number) => new Date(Date.UTC(2026, 8, 1) + n * 3_600_000).toISOString();
    const logs = Array.from({ length: 60 }, (_, n) => ({
      userId: newcomer.id,
      startTime: hour(n),
      endTime: hour(n + 0.5),
    }));
    if (list.startsWith('time')) await client.post('/time-tracking/logs/bulk', { items: logs });
    const idsOf = ({ text }: Answer) => [...new Set([...text.matchAll(pattern)].map(([, id]) => id))];
    const first = await visitor.get(`/console/${list}`);
    expect(idsOf(first)).toHaveLength(50);
    const second = await follow(first, 'next-page');
    expect(idsOf(second).length).toBeGreaterThanOrEqual(10);
    expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([]);
    await client.post('/users', { email: `later-${Math.random()}@example.org`, name: 'Later' });
    await client.post('/time-tracking/sessions/start', { userId: newcomer.id });
    expect(idsOf(await follow(second, 'previous-page'))).toEqual(idsOf(first));
  });

  it('goes back as far as an address has room, and an invented way back is no fault of the page', async () => {
    const long = Array.from({ length: 200 }, (_, n) => `cursor-${n}`).join(' ');
    const first = await visitor.get('/console/requests?method=GET');
    const cursor = new URL(pageLink(first, 'next-page') ?? '', 'http://x').searchParams.get('cursor') ?? '';
    const page = await visitor.get(`/console/requests?${new URLSearchParams({ method: 'GET', cursor, before: long })}`);
    expect(page.status).toBe(200);
    expect(pageLink(page, 'next-page')?.length).toBeLessThan(2_600);
    for (const before of ['%', '"><script>', ' '])
      expect(await visitor.get(`/console/requests?${new URLSearchParams({ cursor, before })}`)).toMatchObject({
        status: 200,
      });
  });
});

describe('integrations with one name', () => {
  it('are told to who creates the second one, and on their pages', async () => {
    const create = () => visitor.submit('/console/integrations/new', { name: 'Twins' });
    expect((await create()).text).not.toContain('another integration called');
    const second = await create();
    expect(second.text).toContain('There is another integration called Twins');
    const page = /href="(\/console\/integrations\/[0-9a-f-]{36})">Open/.exec(second.text)?.[1] ?? '';
    expect((await visitor.get(page)).text).toContain('Rename one of them');
    await visitor.submit(`${page}/rename`, { name: 'Twins North' });
    expect((await visitor.get(page)).text).not.toContain('another integration called');
  });
});
