import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { instant } from '../../../test/support/timetracking/records.ts';
import { durationsOf } from './durations.ts';
import { addHours, inMinutes, noHours, type TrackedTime } from './hours.ts';
import type { Interval } from './log-faults.ts';
import { calendarOf, type Period, type PeriodUnit } from './periods.ts';

const MINUTE_MS = 60_000;

/** A log between two instants, with pauses. */
function log(start: string | number, end: string | number | null, ...pauses: [string, string | null][]): TrackedTime {
  return {
    id: String(start),
    start: instant(start),
    end: end === null ? null : instant(end),
    pauses: pauses.map(([from, to]) => ({ start: instant(from), end: to === null ? null : instant(to) })),
    autoClosed: false,
  };
}

function hoursOf(records: readonly TrackedTime[], days: Period, unit: PeriodUnit = 'day', zone = 'Europe/Berlin') {
  const calendar = calendarOf(days, unit, zone);
  const { periods, total } = addHours(noHours(calendar), calendar, records);
  return {
    total: inMinutes(total),
    periods: calendar.periods.map((period, index) => ({ ...period, ...inMinutes(periods[index] as typeof total) })),
  };
}

const OCTOBER = { start: '2026-10-01', end: '2026-11-01' };
const nothing = { workedMinutes: 0, pauseMinutes: 0, logs: 0, autoClosed: 0 };

describe('the hours of local days', () => {
  it('are those of each part of a log and of its pauses', () => {
    const night = log('2026-10-05T20:00:00+02:00', '2026-10-06T04:00:00+02:00', [
      '2026-10-05T23:40:00+02:00',
      '2026-10-06T00:10:00+02:00',
    ]);
    expect(hoursOf([{ ...night, autoClosed: true }], { start: '2026-10-04', end: '2026-10-08' })).toEqual({
      total: { workedMinutes: 450, pauseMinutes: 30, logs: 1, autoClosed: 1 },
      periods: [
        { start: '2026-10-04', end: '2026-10-05', ...nothing },
        { start: '2026-10-05', end: '2026-10-06', workedMinutes: 220, pauseMinutes: 20, logs: 1, autoClosed: 1 },
        { start: '2026-10-06', end: '2026-10-07', workedMinutes: 230, pauseMinutes: 10, logs: 1, autoClosed: 1 },
        { start: '2026-10-07', end: '2026-10-08', ...nothing },
      ],
    });
  });

  it('are cut at the first and behind the last day', () => {
    const long = log('2026-10-03T12:00:00+02:00', '2026-10-09T12:00:00+02:00');
    const { total, periods } = hoursOf([long], { start: '2026-10-05', end: '2026-10-07' });
    expect(total).toEqual({ ...nothing, workedMinutes: 2 * 24 * 60, logs: 1 });
    expect(periods.map(({ workedMinutes }) => workedMinutes)).toEqual([1440, 1440]);
  });

  it('have no log that only touches them, and all of one with nothing but a pause', () => {
    const around = [
      log('2026-10-04T22:00:00+02:00', '2026-10-05T00:00:00+02:00'),
      log('2026-10-05T08:00:00+02:00', '2026-10-05T08:30:00+02:00', [
        '2026-10-05T08:00:00+02:00',
        '2026-10-05T08:30:00+02:00',
      ]),
      log('2026-10-06T00:00:00+02:00', '2026-10-06T01:00:00+02:00'),
    ];
    const { total } = hoursOf(around, { start: '2026-10-05', end: '2026-10-06' });
    expect(total).toEqual({ workedMinutes: 0, pauseMinutes: 30, logs: 1, autoClosed: 0 });
  });

  it('are rounded down from the exact sum, of each period and of all by themselves', () => {
    const seconds = (day: string) => log(`${day}T23:59:30+02:00`, Date.parse(`${day}T23:59:30+02:00`) + 59_999);
    const { total, periods } = hoursOf([seconds('2026-10-05'), seconds('2026-10-07')], OCTOBER);
    expect(total).toEqual({ ...nothing, workedMinutes: 1, logs: 2 });
    expect(periods.filter(({ logs }) => logs > 0)).toHaveLength(4);
    expect(periods.every(({ workedMinutes }) => workedMinutes === 0)).toBe(true);
  });

  it('leave out open sessions, and end a pause that runs with its log', () => {
    const open = log('2026-10-06T08:00:00Z', null, ['2026-10-06T09:00:00Z', null]);
    const closed = log('2026-10-05T08:00:00Z', '2026-10-05T10:00:00Z', ['2026-10-05T09:00:00Z', null]);
    expect(hoursOf([closed, open], OCTOBER).total).toEqual({
      workedMinutes: 60,
      pauseMinutes: 60,
      logs: 1,
      autoClosed: 0,
    });
  });

  it.each<[string, string, string, number[]]>([
    ['23 hours', 'Europe/Berlin', '2026-03-29', [24, 23, 24]],
    ['25 hours', 'Europe/Berlin', '2026-10-25', [24, 25, 24]],
    ['half an hour less', 'Australia/Lord_Howe', '2026-10-04', [24, 23.5, 24]],
    ['two hours more', 'Antarctica/Troll', '2026-10-25', [24, 26, 24]],
    ['no midnight', 'America/Sao_Paulo', '2018-11-04', [24, 23, 24]],
    ['its last hour twice', 'America/Sao_Paulo', '2018-02-17', [24, 25, 24]],
    ['its first hour twice', 'America/Havana', '2025-11-02', [24, 25, 24]],
    ['no midnight, in spring', 'Asia/Beirut', '2026-03-29', [24, 23, 24]],
    ['no moment', 'Pacific/Apia', '2011-12-30', [24, 0, 24]],
    // Passes midnight for a minute, and is the day before again for 59.
    ['two midnights', 'America/St_Johns', '2010-11-07', [24 + 59 / 60, 24 + 1 / 60, 24]],
  ])('a day with %s: %s, %s', (_, zone, day, expected) => {
    const date = Temporal.PlainDate.from(day);
    const days = { start: date.subtract({ days: 1 }).toString(), end: date.add({ days: 2 }).toString() };
    const always = log(Date.parse(day) - 9 * DAY_MS, Date.parse(day) + 9 * DAY_MS);
    const { periods, total } = hoursOf([always], days, 'day', zone);
    expect(periods.map(({ workedMinutes }) => workedMinutes / 60)).toEqual(expected);
    expect(periods.map(({ logs }) => logs)).toEqual(expected.map((hours) => (hours > 0 ? 1 : 0)));
    expect(total).toMatchObject({ workedMinutes: expected.reduce((a, b) => a + b) * 60, logs: 1 });
  });
});

/** Zones, each with a day near which its clocks change. */
const CHANGES: readonly [zone: string, near: string][] = [
  ['UTC', '2026-10-25'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Antarctica/Troll', '2026-03-29'],
  ['Antarctica/Troll', '2026-10-25'],
  ['Pacific/Apia', '2011-12-30'],
  ['America/St_Johns', '2010-11-07'],
  ['America/St_Johns', '2006-10-29'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Havana', '2025-11-02'],
  ['Asia/Beirut', '2026-03-29'],
  ['Africa/Cairo', '2026-10-30'],
  ['Asia/Kathmandu', '1986-01-01'],
  ['Pacific/Kwajalein', '1993-08-21'],
];

/** Logs that follow one another for some days, to the millisecond, with pauses; the last may be open. */
const timeline = fc
  .array(
    fc.record({
      before: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 * HOUR_MS })),
      length: fc.integer({ min: 1, max: 30 * HOUR_MS }),
      pauses: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      autoClosed: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((parts) => {
    let at = 0;
    return parts.map(({ before, length, pauses, autoClosed }): TrackedTime => {
      const start = at + before;
      at = start + length;
      const moments = [...new Set(pauses.map((share) => start + Math.floor(share * length)))].sort((a, b) => a - b);
      const pairs = moments.flatMap((each, n) => (n % 2 ? [{ start: moments[n - 1] as number, end: each }] : []));
      return { id: String(start), start, end: at, pauses: pairs, autoClosed };
    });
  });

const moved = (by: number, { start, end, pauses, ...log }: TrackedTime): TrackedTime => ({
  ...log,
  start: start + by,
  end: end && end + by,
  pauses: pauses.map((pause) => ({ start: pause.start + by, end: pause.end && pause.end + by })),
});

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local date of an instant, without Temporal. */
function dateBy(zone: string, at: number): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(at);
}

/** The first day of a date's period. */
function periodBy(unit: PeriodUnit, date: string): string {
  if (unit === 'day') return date;
  if (unit === 'month') return `${date.slice(0, 7)}-01`;
  const days = Date.parse(date) / DAY_MS;
  // 1970-01-01 was a Thursday.
  return toInstantText((days - ((days + 3) % 7)) * DAY_MS).slice(0, 10);
}

/** Milliseconds of an interval by the period of each of its minutes: no clock changes its date within one. */
function minuteByMinute(
  { start, end }: Interval,
  keyOf: (at: number) => string,
  add: (key: string, ms: number) => void,
) {
  for (let at = start; at < end; ) {
    const next = Math.min(end, (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS);
    add(keyOf(at), next - at);
    at = next;
  }
}

/** What the hours must be, by period. */
function summed(records: readonly TrackedTime[], { start, end }: Period, unit: PeriodUnit, zone: string) {
  const sums = new Map<string, { worked: number; paused: number; logs: Set<string>; autoClosed: Set<string> }>();
  const of = (key: string) => {
    const sum = sums.get(key) ?? { worked: 0, paused: 0, logs: new Set(), autoClosed: new Set() };
    sums.set(key, sum);
    return sum;
  };
  const keyOf = (at: number) => {
    const date = dateBy(zone, at);
    return date >= start && date < end ? periodBy(unit, date) : '';
  };
  for (const record of records) {
    minuteByMinute(record as Interval, keyOf, (key, ms) => {
      for (const sum of key === '' ? [of('')] : [of(key), of('all')]) {
        sum.worked += ms;
        sum.logs.add(record.id);
        if (record.autoClosed) sum.autoClosed.add(record.id);
      }
    });
    for (const pause of record.pauses) {
      minuteByMinute(pause as Interval, keyOf, (key, ms) => {
        for (const sum of key === '' ? [of('')] : [of(key), of('all')]) {
          sum.worked -= ms;
          sum.paused += ms;
        }
      });
    }
  }
  return (key: string) => {
    const { worked, paused, logs, autoClosed } = of(key);
    return {
      workedMinutes: Math.floor(worked / MINUTE_MS),
      pauseMinutes: Math.floor(paused / MINUTE_MS),
      logs: logs.size,
      autoClosed: autoClosed.size,
    };
  };
}

const days = fc.record({ before: fc.integer({ min: 0, max: 3 }), length: fc.integer({ min: 1, max: 9 }) });
const units = fc.constantFrom<PeriodUnit[]>('day', 'week', 'month');

describe('the hours of any time', () => {
  it('equal a sum of minutes, each at the date that local clocks show', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        timeline,
        fc.constantFrom(...CHANGES),
        days,
        units,
        (made, [zone, near], { before, length }, unit) => {
          const first = Date.parse(near) - before * DAY_MS;
          const period = {
            start: toInstantText(first).slice(0, 10),
            end: toInstantText(first + length * DAY_MS).slice(0, 10),
          };
          const records = made.map((each) => moved(Date.parse(near) - 2 * DAY_MS, each));
          const expected = summed(records, period, unit, zone);
          const { total, periods } = hoursOf(records, period, unit, zone);
          expect(total).toEqual(expected('all'));
          for (const { start, end, ...sum } of periods)
            expect([start, sum]).toEqual([start, expected(periodBy(unit, start))]);
          expect(periods.map(({ start }) => start)).toEqual([
            period.start,
            ...periods.slice(0, -1).map(({ end }) => end),
          ]);
          expect(periods.at(-1)?.end).toBe(period.end);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are those of the logs themselves, however they are handed over and split', () => {
    fc.assert(
      fc.property(timeline, fc.nat(8), units, (records, cut, unit) => {
        const calendar = calendarOf({ start: '1970-01-01', end: '1970-02-05' }, unit, 'UTC');
        const halves = [records.slice(0, cut), records.slice(cut)];
        const { total } = halves.reduce((sums, half) => addHours(sums, calendar, half), noHours(calendar));
        const exact = (at: 'workedMinutes' | 'pauseMinutes') =>
          records.map((record) => durationsOf(record)?.[at] ?? 0).reduce((a, b) => a + b, 0);
        const { workedMinutes, pauseMinutes, logs } = inMinutes(total);
        expect(logs).toBe(records.length);
        for (const [sum, least] of [
          [workedMinutes, exact('workedMinutes')],
          [pauseMinutes, exact('pauseMinutes')],
        ] as const) {
          expect(sum).toBeGreaterThanOrEqual(least);
          expect(sum).toBeLessThanOrEqual(least + records.length);
        }
      }),
    );
  });
});
