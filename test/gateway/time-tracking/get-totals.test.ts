import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, type TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { type Member, must } from '../../time-tracking/member.ts';
import { schoolIn } from '../../time-tracking/school-in.ts';

let member: Member;

/** The hours of a member by local days, weeks and months. */
const system = await TestSystem.start({ platform: 'own' });
const school = await schoolIn(system, 'Europe/Berlin');
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
});

const OCTOBER = { from: '2026-10-01', to: '2026-11-01' };

type Query = Readonly<Record<string, string>>;

const totals = (query: Query, headers: Record<string, string> = {}, of = member) =>
  of.client.get('/time-tracking/totals', { query: { userId: of.userId, ...query }, headers });
const dataOf = async (query: Query, of = member) => must(200, await totals(query, {}, of)).body.data;
const faultOf = ({ status, body }: TestAnswer) => [
  status,
  body.code,
  ...(body.errors ?? []).map(({ field, message }: { field: string; message: string }) => `${field} ${message}`),
];
const nothing = { workedMinutes: 0, pauseMinutes: 0, logs: 0, autoClosed: 0 };

describe('GET /time-tracking/totals', () => {
  it('200: each log by its parts, split at local midnights', async () => {
    const pauses = [{ startTime: '2026-10-05T23:45:00+02:00', endTime: '2026-10-06T00:15:00+02:00' }];
    must(201, await member.log('2026-10-05T20:00:00+02:00', '2026-10-06T02:00:30+02:00', { pauses }));
    must(201, await member.log('2026-10-06T08:00:00+02:00', '2026-10-06T09:00:45+02:00'));
    const answer = must(200, await totals({ from: '2026-10-05', to: '2026-10-08' }));
    expect(answer.body.data).toEqual({
      userId: member.userId,
      timeZone: 'Europe/Berlin',
      from: '2026-10-05',
      to: '2026-10-08',
      // One minute more than the days have together.
      workedMinutes: 225 + 105 + 60 + 1,
      pauseMinutes: 30,
      logs: 2,
      autoClosed: 0,
      openSession: null,
      periods: [
        { start: '2026-10-05', end: '2026-10-06', workedMinutes: 225, pauseMinutes: 15, logs: 1, autoClosed: 0 },
        { start: '2026-10-06', end: '2026-10-07', workedMinutes: 166, pauseMinutes: 15, logs: 2, autoClosed: 0 },
        { start: '2026-10-07', end: '2026-10-08', ...nothing },
      ],
    });
    expect(Object.keys(answer.body.data)).toEqual([
      ...['userId', 'timeZone', 'from', 'to', 'workedMinutes', 'pauseMinutes', 'logs', 'autoClosed', 'openSession'],
      'periods',
    ]);
  });

  it('200: weeks from Monday and months, cut at both ends', async () => {
    must(201, await member.log('2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'));
    const periodsBy = async (by: string, query: Query = OCTOBER) =>
      (await dataOf({ ...query, by })).periods.map(({ start, end, workedMinutes }: never) => [
        start,
        end,
        workedMinutes,
      ]);
    const day = 24 * 60;
    expect(await periodsBy('week')).toEqual([
      ['2026-10-01', '2026-10-05', 4 * day],
      ['2026-10-05', '2026-10-12', 7 * day],
      ['2026-10-12', '2026-10-19', 7 * day],
      ['2026-10-19', '2026-10-26', 7 * day + 60],
      ['2026-10-26', '2026-11-01', 6 * day],
    ]);
    expect(await periodsBy('month', { from: '2026-09-15', to: '2026-11-02' })).toEqual([
      ['2026-09-15', '2026-10-01', 0],
      ['2026-10-01', '2026-11-01', 31 * day + 60],
      ['2026-11-01', '2026-11-02', 0],
    ]);
    expect(await periodsBy('day')).toEqual(
      (await dataOf(OCTOBER)).periods.map(({ start, end, workedMinutes }: never) => [start, end, workedMinutes]),
    );
  });

  it('200: a log that was closed automatically counts, an open session does not', async () => {
    must(201, await member.start('2026-10-05T08:00:00+02:00'));
    const open = await dataOf(OCTOBER);
    expect(open).toMatchObject({ ...nothing, openSession: { startTime: '2026-10-05T06:00:00.000Z' } });
    const { id } = must(201, await member.start('2026-10-06T08:00:00+02:00')).body.data;
    expect(await dataOf({ from: '2026-10-05', to: '2026-10-06' })).toMatchObject({
      workedMinutes: 16 * 60 - 1,
      logs: 1,
      autoClosed: 1,
      openSession: { id, startTime: '2026-10-06T06:00:00.000Z' },
    });
    // The open session is shown whatever its start.
    expect((await dataOf({ from: '2020-01-01', to: '2020-01-02' })).openSession.id).toBe(id);
    must(200, await member.pause('2026-10-06T09:00:00+02:00'));
    must(200, await member.stop('2026-10-06T10:00:00+02:00'));
    expect(await dataOf({ from: '2026-10-06', to: '2026-10-07' })).toMatchObject({
      workedMinutes: 60,
      pauseMinutes: 60,
      openSession: null,
    });
  });

  it('200: days of the institution’s zone at the time of the request; UTC without one', async () => {
    const other = await schoolIn(system, null);
    const worker = await other.newMember();
    must(201, await worker.log('2026-10-05T22:00:00Z', '2026-10-06T10:00:00Z'));
    const hours = async () => {
      const { timeZone, periods } = await dataOf({ from: '2026-10-05', to: '2026-10-07' }, worker);
      return [timeZone, ...periods.map(({ workedMinutes }: { workedMinutes: number }) => workedMinutes / 60)];
    };
    expect(await hours()).toEqual(['UTC', 2, 10]);
    await other.moveTo('Pacific/Auckland');
    expect(await hours()).toEqual(['Pacific/Auckland', 0, 12]);
    await other.moveTo('Pacific/Honolulu');
    expect(await hours()).toEqual(['Pacific/Honolulu', 12, 0]);
  });

  it('200: the sums are those of the list of logs', async () => {
    const items = Array.from({ length: 60 }, (_, n) => {
      const start = Date.UTC(2026, 9, 1, 6) + n * 11 * 3_600_000;
      const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
      return {
        startTime: at(0),
        endTime: at(400 + n),
        pauses: [{ startTime: at(100), endTime: at(100 + (n % 40) + 1) }],
      };
    });
    must(200, await member.bulk(items));
    const logs = await member.logs();
    const sumOf = (name: string) =>
      logs.reduce((sum: number, log: Record<string, number>) => sum + (log[name] ?? 0), 0);
    expect(await dataOf({ from: '2026-09-01', to: '2027-09-02', by: 'month' })).toMatchObject({
      workedMinutes: sumOf('workedMinutes'),
      pauseMinutes: sumOf('pauseMinutes'),
      logs: 60,
    });
  });

  it('200: of one moment: a session is open or counts, never both or neither, while it ends', async () => {
    must(201, await member.start('2026-10-05T08:00:00Z'));
    let isStopped = false;
    const stopping = member.stop('2026-10-05T09:00:00Z').then((answer) => {
      isStopped = true;
      must(200, answer);
    });
    const seen = new Set<string>();
    do {
      for (const { openSession, logs, workedMinutes } of await Promise.all(
        Array.from({ length: 5 }, () => dataOf(OCTOBER)),
      ))
        seen.add(`${openSession === null ? 'closed' : 'open'} ${logs} ${workedMinutes}`);
    } while (!isStopped);
    await stopping;
    expect(seen.difference(new Set(['open 0 0', 'closed 1 60']))).toEqual(new Set());
    expect(await dataOf(OCTOBER)).toMatchObject({ logs: 1, workedMinutes: 60, openSession: null });
  });

  it('200: fields; 304 and 412 by a strong ETag that changes with the hours', async () => {
    const { id } = must(201, await member.log('2026-10-05T08:00:00Z', '2026-10-05T09:00:00Z')).body.data;
    const first = must(200, await totals(OCTOBER));
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const narrow = await totals({ ...OCTOBER, fields: 'workedMinutes,openSession' });
    expect(narrow.body.data).toEqual({ workedMinutes: 60, openSession: null });
    expect(narrow.headers.get('etag')).toBe(etag);
    expect((await totals(OCTOBER, { 'if-none-match': etag })).status).toBe(304);
    expect((await totals({ ...OCTOBER, by: 'week' }, { 'if-none-match': etag })).status).toBe(200);
    must(200, await member.change(id, { endTime: '2026-10-05T10:00:00Z' }));
    const second = must(200, await totals(OCTOBER, { 'if-none-match': etag }));
    expect(second.body.data.workedMinutes).toBe(120);
    expect(refusal(await totals(OCTOBER, { 'if-match': etag }))).toBe('412 precondition_failed');
  });

  it.each<[string, Query, ...string[]]>([
    ['no dates', {}, 'from is required', 'to is required'],
    ['instants', { from: '2026-10-01T00:00:00Z', to: '2026-11-01' }, 'from must be a date such as 2026-10-05'],
    ['a day that is none', { from: '2026-02-29', to: '2026-11-01' }, 'from must be a date such as 2026-10-05'],
    ['an early day', { from: '1969-12-31', to: '1970-01-05' }, 'from must not be before the year 1970'],
    ['a late day', { from: '9998-12-30', to: '9999-01-01' }, 'to must not be after the year 9998'],
    ['no days', { from: '2026-10-01', to: '2026-10-01' }, 'to must be later than from'],
    ['the reverse', { from: '2026-10-02', to: '2026-10-01' }, 'to must be later than from'],
    ['367 days', { from: '2026-01-01', to: '2027-01-03' }, 'to must be at most 366 days after from'],
    ['another period', { ...OCTOBER, by: 'year' }, 'by must be one of day, week, month'],
    ['no period', { ...OCTOBER, by: '' }, 'by must be one of day, week, month'],
  ])('400: %s', async (_, query, ...faults) => {
    expect(faultOf(await totals(query))).toEqual([400, 'bad_request', ...faults]);
  });

  it('200: at both ends of what dates may be, and 366 days', async () => {
    for (const [from, to] of [
      ['1970-01-01', '1970-01-02'],
      ['9998-12-30', '9998-12-31'],
      ['2027-01-01', '2028-01-02'],
    ] as const)
      expect(await dataOf({ from, to, by: 'month' })).toMatchObject({ from, to, ...nothing });
  });

  it('404: the member of another institution; an archived one has the same totals by the id', async () => {
    const other = await schoolIn(system, null);
    const foreign = await other.client.get('/time-tracking/totals', { query: { userId: member.userId, ...OCTOBER } });
    expect(refusal(foreign)).toBe('404 resource_not_found');
    const { data } = (await totals(OCTOBER)).body;
    must(200, await school.client.patch(`/users/${member.userId}`, { isArchived: true }, { ifMatch: '*' }));
    expect((await totals(OCTOBER)).body.data).toEqual(data);
  });
});
