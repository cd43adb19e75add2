import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { parseCsv } from '../support/console/csv.ts';
import { eventsOf, faultsIn, formOf, rowsIn, words } from '../support/console/read-page.ts';
import type { Answer, Visitor } from '../support/console/visitor.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/time-records';
const MONTHS = `${PATH}/closed-months`;

let ada: TestAdministrator;
let visitor: Visitor;
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  await changeSettings(ada.institution, { timeTrackingTimezone: 'Europe/Berlin' });
  await ada.institution.client.post('/users', { email: 'bee@example.org', name: 'Busy Bee', code: 'BEE-1' });
});

const send = (path: string, body: object) =>
  ada.institution.client.post(`/time-tracking${path}`, { email: 'bee@example.org', ...body });
const addLog = async (startTime: string, endTime: string): Promise<{ id: string }> =>
  (await send('/logs', { startTime, endTime })).body.data;
const close = (month = '2026-09') => visitor.submit(`${PATH}/close-month`, { month, group: '' });
const linkIn = ({ text }: Answer, end: string) => new RegExp(`href="([^"]*${end})"`).exec(text)?.[1] ?? '';
const closedThrough = async () =>
  (await ada.institution.client.get('/integration')).body.data.timeTracking.closedThrough;

async function download(path: string) {
  const cookie = `lyceum-console=${visitor.cookies.get('lyceum-console')}`;
  const answer = await fetch(new URL(path, system.consoleUrl), { headers: { cookie } });
  const name = /filename="(.*)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { name, text: await answer.text() };
}

describe('closing a month', () => {
  it('shows what is unfinished first, and is refused while somebody is clocked in', async () => {
    await send('/sessions/start', { at: '2026-09-28T07:00:00Z' });
    await send('/sessions/start', { at: '2026-09-29T07:00:00Z' });
    await send('/sessions/stop', { at: '2026-09-29T15:00:00Z' });
    await addLog('2026-09-30T20:00:00Z', '2026-10-01T04:00:00Z');
    const open = (await send('/sessions/start', { at: '2026-10-01T08:00:00Z' })).body.data;
    const page = await visitor.get(`${PATH}/close-month`);
    expect(words(page.text)).toContain('Close September 2026');
    expect(words(page.text)).toMatch(/Closed automatically: correct it.*Overlaps the next/);
    expect(rowsIn(page)).toEqual(['Busy Bee', 'Busy Bee']);
    const october = await visitor.submit(`${PATH}/close-month`, { month: '2026-10', group: '' });
    expect(october.status).toBe(422);
    await visitor.submit(`${PATH}/${open.id}/end`, {
      ...formOf(await visitor.get(`${PATH}/${open.id}/end`)),
      end: '2026-10-01T11:00',
    });
    const sent = await close();
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining(MONTHS)]);
    expect(words((await visitor.follow(sent)).text)).toMatch(/The month is closed\..*September 2026 Everybody Closed/);
    expect(faultsIn(await close())).toEqual({ month: expect.stringContaining('closed') });
    expect(await closedThrough()).toBe('2026-09-30');
  });

  it('refuses while somebody is clocked in since then, beside the month', async () => {
    await send('/sessions/start', { at: '2026-09-28T07:00:00Z' });
    expect(words((await visitor.get(`${PATH}/close-month?month=2026-09`)).text)).toContain('Still clocked in');
    expect(faultsIn(await close())).toEqual({ month: expect.stringContaining('clocked in') });
    expect(await closedThrough()).toBeNull();
  });

  it('keeps its records from the console, and is taken back with a reason, which the events and the audit have', async () => {
    const { id } = await addLog('2026-09-10T06:00:00Z', '2026-09-10T14:00:00Z');
    await close();
    const correction = await visitor.get(`${PATH}/${id}`);
    const refused = await visitor.submit(`${PATH}/${id}`, { ...formOf(correction), end: '15:00', reason: 'Longer' });
    expect(faultsIn(refused)).toEqual({ start: expect.stringContaining('The month is closed') });
    const added = { person: 'BEE-1', start: '2026-09-11T08:00', end: '2026-09-11T09:00' };
    expect(faultsIn(await visitor.submit(`${PATH}/add`, added))).toEqual({ start: expect.stringContaining('closed') });
    const reopen = linkIn(await visitor.get(MONTHS), '/reopen');
    expect(faultsIn(await visitor.submit(reopen, { reason: '' }))).toEqual({ reason: expect.any(String) });
    await visitor.submit(reopen, { reason: 'A sick note came' });
    expect(words((await visitor.get(MONTHS)).text)).toContain('A sick note came');
    expect((await visitor.submit(`${PATH}/add`, added)).status).toBe(303);
    const closing = reopen.split('/').at(-2) ?? '';
    await expect
      .poll(() => eventsOf(ada.institution.client, closing))
      .toEqual(['month.closed', 'month.reopened'].map((type) => [type, 'administrator', ada.userId]));
    expect(words((await visitor.get(`/console/audit?record=${closing}`)).text)).toMatch(
      /opened a closed month again.*closed a month/,
    );
  });
});

describe('the export of a closed month', () => {
  it('is the same file again, and says in its name what has changed', async () => {
    await addLog('2026-08-31T20:00:00Z', '2026-09-01T04:00:00Z');
    await addLog('2026-09-10T06:00:00Z', '2026-09-10T14:00:00Z');
    await close();
    await addLog('2026-10-01T06:00:00Z', '2026-10-01T07:00:00Z');
    const path = linkIn(await visitor.get(MONTHS), '/export\\?excel=');
    const first = await download(path);
    expect(first.name).toMatch(/^time-records-2026-09-closed-2026-10-05-[0-9a-f]{12}\.csv$/);
    expect(parseCsv(first.text)).toHaveLength(3);
    expect(await download(path)).toEqual(first);
    await send('/sessions/start', { at: '2026-09-20T06:00:00Z' });
    await send('/sessions/stop', { at: '2026-09-20T14:00:00Z' });
    await visitor.submit(
      linkIn(await visitor.get(MONTHS), '/take-over'),
      formOf(await visitor.get(linkIn(await visitor.get(MONTHS), '/take-over'))),
    );
    const second = await download(path);
    expect(second.name).toMatch(
      /^time-records-2026-09-closed-2026-10-05-[0-9a-f]{12}-changed(-1-added)?-[0-9a-f]{12}\.csv$/,
    );
    expect(second.name.slice(0, 50)).toBe(first.name.slice(0, 50));
    expect(parseCsv(second.text)).toHaveLength(4);
    const german = await download(`${path}de`);
    expect(german.name).toBe(second.name);
    expect(parseCsv(german.text, ';').map((cells) => cells[5])).toContain('10.09.2026 08:00:00');
  });
});

describe('what arrived after closing', () => {
  it('is taken over or rejected once, as it was seen', async () => {
    await close();
    for (const day of ['10', '11']) {
      const start = await send('/sessions/start', { at: `2026-09-${day}T06:00:00Z` });
      expect([start.status, start.body.code, start.body.closedThrough]).toEqual([409, 'conflict', '2026-09-30']);
      await send('/sessions/stop', { at: `2026-09-${day}T14:00:00Z` });
    }
    const page = await visitor.get(MONTHS);
    expect(words(page.text)).toMatch(
      /Arrived after closing.*Busy Bee 2026-09-11 08:00 2026-09-11 16:00 8:00 A new record/,
    );
    const takeOver = linkIn(page, '/take-over');
    const shown = await visitor.get(takeOver);
    const taken = await visitor.submit(takeOver, formOf(shown));
    expect(words((await visitor.follow(taken)).text)).toContain('The record was taken over.');
    const id = takeOver.split('/').at(-2) ?? '';
    expect(words((await visitor.get(`/console/audit?record=${id}`)).text)).toContain(
      'took over a late record of Busy Bee',
    );
    const reject = linkIn(await visitor.get(MONTHS), '/reject');
    expect(reject).not.toContain(id);
    const rejected = await visitor.submit(reject, formOf(await visitor.get(reject)));
    expect(words((await visitor.follow(rejected)).text)).not.toContain('Arrived after closing');
    expect((await visitor.get(reject)).status).toBe(404);
  });
});

describe('a forgotten evening', () => {
  it('leaves the list when somebody says that it was so, and keeps its badge', async () => {
    await send('/sessions/start', { at: '2026-10-02T07:00:00Z' });
    await send('/sessions/start', { at: '2026-10-04T07:00:00Z' });
    const list = `${PATH}?from=2026-10-01&to=2026-10-31&show=auto-closed`;
    const [page, all] = [await visitor.get(list), `${PATH}?from=2026-10-01&to=2026-10-31`];
    const record = linkIn(page, `${PATH}/[0-9a-f-]{36}\\?[^"]*`).replaceAll('&amp;', '&');
    const shown = await visitor.get(record);
    expect(shown.text).toContain('It was so');
    const confirm = linkIn(shown, '/confirm\\?[^"]*').replaceAll('&amp;', '&');
    const question = formOf(await visitor.get(confirm));
    // Somebody writes a note meanwhile.
    await visitor.submit(record, { ...formOf(shown), note: 'Asked her', reason: 'She says so' });
    expect((await visitor.submit(confirm, question)).status).toBe(409);
    const said = await visitor.submit(confirm, formOf(await visitor.get(confirm)));
    expect(words((await visitor.follow(said)).text)).toMatch(/The record is checked\..*checked on/);
    expect((await visitor.get(record)).text).not.toContain('It was so');
    expect(words((await visitor.get(list)).text)).toContain('No time records match');
    expect(words((await visitor.get(all)).text)).toContain('Closed automatically, checked');
    const { text } = await download(`${PATH}/export?from=2026-10-01&to=2026-10-31`);
    const [head = [], ...rows] = parseCsv(text);
    const marks = rows.map((row) => [row[head.indexOf('autoClosed')], row[head.indexOf('correctedAt')]]);
    expect(marks.toSorted()).toEqual([
      ['false', ''],
      ['true', expect.stringMatching(/^2026-10-05 \d\d:\d\d:\d\d$/)],
    ]);
  });
});
