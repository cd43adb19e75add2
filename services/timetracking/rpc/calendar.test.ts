import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { CalendarDayKind, CalendarService } from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { directory } from '../../directory/service.ts';
import { calendarDayKinds } from '../domain/calendar-day.ts';
import { timetracking } from '../service.ts';

const { createCalendarImport, importCalendarDays, listCalendarDays, listCalendarImports, previewCalendarImport } =
  CalendarService.method;
const { removeCalendarDays } = CalendarService.method;
const { HOLIDAY, CLOSED } = CalendarDayKind;

let service: TestService;
let actor: AdministratorActor;
let call: Call;
beforeAll(async () => {
  service = await startTestService(timetracking, { peers: [directory], service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  actor = await newAdministrator(service);
  call = service.call(actor);
});

const operator = () => service.call({ kind: 'operator', institutionId: actor.institutionId });
const keep = async (text: string, kind: CalendarDayKind = HOLIDAY) =>
  (await call(createCalendarImport, { file: Buffer.from(text), kind })).id;
const preview = (id: string) => call(previewCalendarImport, { id });
const importAll = async (text: string, kind: CalendarDayKind = HOLIDAY) => {
  const id = await keep(text, kind);
  const { state } = await preview(id);
  await call(importCalendarDays, { id, state });
  return id;
};
const stored = async () =>
  (await call(listCalendarDays, { page: { size: 100 } })).days.map(
    ({ name, from, to, kind }) => `${name} ${from} ${to} ${calendarDayKinds.of(kind)}`,
  );
const faults = async (text: string) =>
  (await preview(await keep(text))).faults.map(({ row, column, message }) => `${row} ${column} ${message}`);
const calendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']), 'END:VCALENDAR'].join(
    '\r\n',
  );

describe('a CSV file', () => {
  it('brings days, by name and from: new, changed and unchanged ones', async () => {
    await importAll('name,from,to,kind\nChristmas,2026-12-24,2026-12-25,holiday\nEaster,2027-03-28,,holiday');
    const id = await keep(
      'Kind;Name;From;To\nholiday;Christmas;24.12.2026;26.12.2026\nHoliday;Easter;28.3.2027;\n;May Day;01.05.2027;\nclosed;Break;1.7.2027;12.08.2027',
    );
    const { days, unchanged, faultCount, state } = await preview(id);
    expect(days.map(({ id, name, to }) => [id !== '', name, to])).toEqual([
      [true, 'Christmas', '2026-12-26'],
      [false, 'May Day', '2027-05-01'],
      [false, 'Break', '2027-08-12'],
    ]);
    expect([unchanged, faultCount]).toEqual([1, 0]);
    await call(importCalendarDays, { id, state });
    const expected = [
      'Christmas 2026-12-24 2026-12-26 holiday',
      'Easter 2027-03-28 2027-03-28 holiday',
      'May Day 2027-05-01 2027-05-01 holiday',
      'Break 2027-07-01 2027-08-12 closed',
    ];
    expect(await stored()).toEqual(expected);
    await call(importCalendarDays, { id, state });
    expect(await stored()).toEqual(expected);
  });

  it('with faults names each by its row and column, and cannot be imported', async () => {
    const text = [
      'name,from,to,kind,colour',
      'A,2026-02-30,,holiday,',
      ',2026-01-01,,holiday,',
      'C,2026-01-02,2026-01-01,holiday,',
      'D,2026-01-01,2027-01-03,closed,',
      'E,tomorrow,,fair,',
      'F,2026-01-01,,holiday,',
      'F,2026-01-01,,closed,',
    ].join('\n');
    expect(await faults(text)).toEqual([
      '1 colour is not a column that can be imported; those are name, from, to, kind',
      '2 from must be a date such as 2026-10-05',
      '3 name is required',
      '4 to must not be before from',
      '5 to must be at most 366 days after from',
      '6 from must be a date such as 2026-10-05',
      '6 kind must be one of holiday, closed',
      '8 name is also in row 7, until another day or of another kind',
    ]);
    const id = await keep(text);
    const { state } = await preview(id);
    await expect(call(importCalendarDays, { id, state })).rejects.toMatchObject({ code: 'CALENDAR_IMPORT_STALE' });
    expect(await stored()).toEqual([]);
  });
});

describe('a calendar', () => {
  it('brings events of whole days, of the kind that was chosen; the end is the day after the last one', async () => {
    const text = calendar(
      [
        'DTSTART;VALUE=DATE:20261224',
        'DTEND;VALUE=DATE:20261227',
        'SUMMARY;LANGUAGE="de:AT":Weih',
        ' nachten\\, drei Tage',
      ],
      ['SUMMARY:New Year', 'DTSTART;VALUE=DATE:20270101', 'BEGIN:VALARM', 'SUMMARY:Wake up', 'END:VALARM'],
      ['dtstart:20270101', 'dtend:20270101', 'summary:Same day'],
    );
    await importAll(`\uFEFF${text}`, CLOSED);
    expect(await stored()).toEqual([
      'Weihnachten, drei Tage 2026-12-24 2026-12-26 closed',
      'New Year 2027-01-01 2027-01-01 closed',
      'Same day 2027-01-01 2027-01-01 closed',
    ]);
  });

  it('refuses events that repeat by their names, and those with a time', async () => {
    const text = calendar(
      ['SUMMARY:Sundays', 'DTSTART;VALUE=DATE:20261004', 'RRULE:FREQ=WEEKLY'],
      ['SUMMARY:Meeting', 'DTSTART:20261004T100000Z'],
      ['SUMMARY:Backwards', 'DTSTART;VALUE=DATE:20261004', 'DTEND;VALUE=DATE:20261003'],
      ['SUMMARY:No day', 'DTSTART;VALUE=DATE:20260230'],
      ['SUMMARY:Short', 'DTSTART;VALUE=DATE:20261004', 'DURATION:P1D'],
      ['DTSTART;VALUE=DATE:20261004'],
    );
    expect(await faults(text)).toEqual([
      '2 RRULE repeats “Sundays”: give each of its days an event of its own',
      expect.stringMatching(/^7 DTSTART must be a whole day/),
      '11 DTEND must not be before DTSTART',
      '16 DTSTART must be a date such as 2026-10-05',
      expect.stringMatching(/^20 DURATION/),
      '25 SUMMARY is required',
    ]);
  });

  it.each([
    ['no events', 'BEGIN:VCALENDAR\nEND:VCALENDAR', /no events/],
    ['too many lines', `BEGIN:VCALENDAR${'\n'.repeat(200_000)}`, /100,000 lines/],
    ['components in each other', `BEGIN:VCALENDAR${'\nBEGIN:VEVENT'.repeat(50)}`, /within/],
    ['too many events', calendar(...Array.from({ length: 1_001 }, (_, i) => [`SUMMARY:${i}`])), /1,000 events/],
    ['no days', 'name,from\n', /no rows with days/],
    ['too many rows', `name,from\n${'a,2026-01-01\n'.repeat(1_001)}`, /1,000 rows/],
    ['nothing', '', /no content/],
  ])('is refused as a whole: %s', async (_, text, message) => {
    await expect(keep(text)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/file', message: expect.stringMatching(message) }],
    });
  });
});

it('an import is refused when a day of its file has changed since the preview', async () => {
  await importAll('name,from\nA,2026-01-01');
  const id = await keep('name,from,to\nA,2026-01-01,2026-01-03\nB,2026-01-01,');
  const { state } = await preview(id);
  await importAll('name,from,to\nA,2026-01-01,2026-01-02');
  await expect(call(importCalendarDays, { id, state })).rejects.toMatchObject({ code: 'CALENDAR_IMPORT_STALE' });
  expect(await stored()).toEqual(['A 2026-01-01 2026-01-02 holiday']);
  await call(importCalendarDays, { id, state: (await preview(id)).state });
  expect(await stored()).toHaveLength(2);
});

it('imports of files and bundles with the same day at once leave it once', async () => {
  const text = 'name,from\nA,2026-01-01\nB,2026-01-01';
  const ids = await Promise.all(Array.from({ length: 6 }, () => keep(text)));
  const { state } = await preview(ids[0] ?? '');
  const day = { ref: 'a', name: 'A', from: '2026-01-01', kind: 'holiday' };
  const outcomes = await Promise.allSettled([
    ...ids.map((id) => call(importCalendarDays, { id, state })),
    importRecords(operator(), 'calendarDays', [day]),
  ]);
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : ''));
  expect([...new Set(['', 'CALENDAR_IMPORT_STALE', ...codes.slice(0, -1)])]).toHaveLength(2);
  expect(['', 'CALENDAR_DAY_TAKEN']).toContain(codes.at(-1));
  expect((await stored()).sort()).toEqual(['A 2026-01-01 2026-01-01 holiday', 'B 2026-01-01 2026-01-01 holiday']);
});

it('a bundle names days by their refs, and refuses one that is there by another way', async () => {
  const day = { ref: 'a', name: 'A', from: '2026-01-01', kind: 'holiday' };
  await importRecords(operator(), 'calendarDays', [day]);
  await importRecords(operator(), 'calendarDays', [{ ...day, from: '2026-02-01', to: '2026-02-02' }]);
  expect(await stored()).toEqual(['A 2026-02-01 2026-02-02 holiday']);
  await importRecords(operator(), 'calendarDays', [{ ...day, from: '2026-02-01' }]);
  expect(await stored()).toEqual(['A 2026-02-01 2026-02-02 holiday']);
  await importRecords(operator(), 'calendarDays', [{ ...day, from: '2026-03-01' }]);
  expect(await stored()).toEqual(['A 2026-03-01 2026-03-01 holiday']);
  const again = importRecords(operator(), 'calendarDays', [{ ...day, ref: 'b', from: '2026-03-01' }]);
  await expect(again).rejects.toMatchObject({ code: 'CALENDAR_DAY_TAKEN' });
});

it('removes one day, or those that an import has written last', async () => {
  const first = await importAll('name,from\nA,2026-01-01\nB,2026-01-02\nC,2026-01-03');
  const second = await importAll('name,from,to\nA,2026-01-01,\nB,2026-01-02,2026-01-03');
  const imports = async () => (await call(listCalendarImports, {})).imports.map(({ id, days }) => [id, days]);
  expect(await imports()).toEqual([
    [second, 1],
    [first, 2],
  ]);
  const stranger = service.call(await newAdministrator(service));
  const ofFirst = { case: 'importId', value: first } as const;
  expect(await stranger(removeCalendarDays, { which: ofFirst })).toMatchObject({ removed: 0 });
  expect(await call(removeCalendarDays, { which: ofFirst })).toMatchObject({ removed: 2 });
  expect(await call(removeCalendarDays, { which: ofFirst })).toMatchObject({ removed: 0 });
  const { days } = await call(listCalendarDays, { page: { size: 10 } });
  expect(days.map(({ name }) => name)).toEqual(['B']);
  expect(await call(removeCalendarDays, { which: { case: 'id', value: days[0]?.id ?? '' } })).toMatchObject({
    removed: 1,
  });
  expect(await stored()).toEqual([]);
  expect(await imports()).toEqual([]);
});

it('a file is kept for an hour, for its institution, and the latest twenty alone', async () => {
  const id = await keep('name,from\nA,2026-01-01');
  const gone = { code: 'CALENDAR_IMPORT_NOT_FOUND' };
  const stranger = service.call(await newAdministrator(service));
  await expect(stranger(previewCalendarImport, { id })).rejects.toMatchObject(gone);
  await expect(preview('no-uuid')).rejects.toMatchObject(gone);
  const others: string[] = [];
  for (let i = 0; i < 19; i++) others.push(await keep('name,from\nA,2026-01-01'));
  await preview(id);
  await keep('name,from\nA,2026-01-01');
  await expect(preview(id)).rejects.toMatchObject(gone);
  service.clock.advance(60 * 60 * 1_000);
  await expect(preview(others.at(-1) ?? '')).rejects.toMatchObject(gone);
});
