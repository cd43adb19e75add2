import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { durationsOf } from './durations.ts';
import { addHours, inMinutes, inSeconds, marksOf, noHours, type TrackedTime } from './hours.ts';
import type { Interval } from './log-faults.ts';
import { calendarOf, type Period, type PeriodUnit } from './periods.ts';

const MINUTE_MS = 60_000;

function hoursOf(records: readonly TrackedTime[], days: Period, unit: PeriodUnit = 'day', zone = 'Europe/Berlin') {
  const calendar = calendarOf(days, unit, zone);
  const { periods, total } = addHours(noHours(calendar), calendar, records);
  return {
    total: inMinutes(total),
    periods: calendar.periods.map((period, index) => ({ ...period, ...inMinutes(periods[index] as typeof total) })),
  };
}

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
      correctedAt: fc.constantFrom(null, 1),
    }),
    { maxLength: 8 },
  )
  .map((parts) => {
    let at = 0;
    return parts.map(({ before, length, pauses, ...said }): TrackedTime => {
      const start = at + before;
      at = start + length;
      const moments = [...new Set(pauses.map((share) => start + Math.floor(share * length)))].sort((a, b) => a - b);
      const pairs = moments.flatMap((each, n) => (n % 2 ? [{ start: moments[n - 1] as number, end: each }] : []));
      return { id: String(start), start, end: at, pauses: pairs, ...said };
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

  it('are marked by what is corrected, what waits for it, and what a closed month holds', () => {
    fc.assert(
      fc.property(timeline, fc.nat(5 * 24), units, (records, at, unit) => {
        const calendar = calendarOf({ start: '1970-01-01', end: '1970-02-05' }, unit, 'UTC');
        const closing = { start: 0, end: at * HOUR_MS, month: '1970-01' };
        const sums = addHours(noHours(calendar), calendar, records, [closing]);
        const isOpen = ({ start }: TrackedTime) => start >= closing.end;
        const toCorrect = records.filter((each) => each.autoClosed && each.correctedAt === null && isOpen(each));
        const alone = addHours(noHours(calendar), calendar, toCorrect);
        for (const [index, sum] of [sums.total, ...sums.periods].entries()) {
          const expected = [alone.total, ...alone.periods][index] as typeof sum;
          expect(marksOf(sum)).toMatchObject({
            toCorrect: expected.logs,
            toCorrectSeconds: inSeconds(expected).workedSeconds,
          });
        }
        expect(marksOf(sums.total)).toMatchObject({
          corrected: records.filter(({ correctedAt }) => correctedAt !== null).length,
          closed: records.filter((each) => !isOpen(each)).length,
        });
      }),
    );
  });
});
