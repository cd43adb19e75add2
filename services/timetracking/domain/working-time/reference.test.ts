import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../platform/core/instant.ts';
import { STATUTES, type Told, told } from '../../../../test/time-tracking/reference/working-time.ts';
import type { TrackedTime } from '../hours.ts';
import { averaging } from './averages.ts';
import type { Finding } from './finding.ts';
import { findingsOf } from './findings.ts';
import { daysAfter, localDays } from './local-days.ts';
import type { RuleSet } from './rule-set.ts';
import { ruleSets } from './rule-sets.ts';

const MINUTE_MS = 60_000;
/** Lengths at which something changes, each with its neighbours. */
const LENGTHS = [0, 10, 15, 30, 45, 60, 240, 330, 360, 420, 480, 540, 600, 660, 720, 840, 900, 1_440].flatMap(
  (minutes) => [-MINUTE_MS, -1, 0, 59_999, MINUTE_MS].map((more) => minutes * MINUTE_MS + more),
);
const length = fc.constantFrom(...LENGTHS);
const ZONES = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Havana'];
/** Before clock changes of some of the zones. */
const BEGINNINGS = ['2026-03-27', '2026-10-23', '2026-04-03', '2018-11-02', '2011-12-28', '2025-10-31'];

/** Records that follow one another, to the millisecond. */
const timeline = fc
  .array(
    fc.record({
      before: fc.oneof(
        { weight: 3, arbitrary: length },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 * DAY_MS }) },
      ),
      length: fc.oneof(length, fc.integer({ min: 1, max: 14 * HOUR_MS })),
      pauses: fc.array(fc.tuple(length, length), { maxLength: 3 }),
      autoClosed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  )
  .chain((parts) =>
    fc.record({ parts: fc.constant(parts), isOpen: fc.boolean(), at: fc.integer({ max: DAY_MS, min: 0 }) }),
  )
  .map(({ parts, isOpen, at: beginning }) => {
    let at = beginning;
    const records: TrackedTime[] = [];
    for (const { before, length: given, pauses, autoClosed } of parts) {
      const start = at + Math.max(0, before);
      at = start + Math.max(1, given);
      let from = start;
      const kept = pauses.flatMap(([after, long]) => {
        const pause = {
          start: from + Math.max(0, after),
          end: Math.min(from + Math.max(0, after) + Math.max(1, long), at),
        };
        if (pause.start >= at) return [];
        from = pause.end;
        return [pause];
      });
      records.push({ id: `r${records.length}`, start, end: at, pauses: kept, autoClosed, correctedAt: null });
    }
    const last = records.at(-1);
    if (isOpen && last) records[records.length - 1] = { ...last, end: null, pauses: [] };
    return records;
  });

const moved = (records: readonly TrackedTime[], by: number) =>
  records.map(({ start, end, pauses, ...record }) => ({
    ...record,
    start: start + by,
    end: end === null ? null : end + by,
    pauses: pauses.map((pause) => ({ start: pause.start + by, end: (pause.end ?? 0) + by })),
  }));

it('finds in random months what the second reading of the statutes finds', () => {
  fc.assert(
    fc.property(
      ...([
        fc.constantFrom(...Object.keys(STATUTES)),
        fc.constantFrom(...ZONES),
        fc.constantFrom(...BEGINNINGS),
        timeline,
      ] as const),
      fc.record({ skipped: fc.nat(12), days: fc.integer({ min: 1, max: 31 }), holidays: fc.array(fc.nat(30)) }),
      (statute, zone, beginning, parts, { skipped, days, holidays: offsets }) => {
        const records = moved(parts, Date.parse(beginning));
        const from = daysAfter(beginning, skipped);
        const period = { start: from, end: daysAfter(from, days) };
        const holidays = offsets.map((offset) => daysAfter(beginning, offset));
        const now = Date.parse(beginning) + 20 * DAY_MS;
        const judge = {
          ruleSet: ruleSets.get(statute) as RuleSet,
          period,
          ...{ days: localDays(period, zone), holidays: new Set(holidays) },
        };
        const weeks = averaging(judge, now);
        weeks.add(records);
        const found = [...findingsOf(records, judge), ...weeks.end()];
        const asked = { statute, zone, from: period.start, to: period.end, holidays, now };
        expect(shortly(found)).toEqual(told(records, asked));
      },
    ),
    { numRuns: 400 },
  );
});

it('finds the averages of weeks of much work, as the second reading does', () => {
  fc.assert(
    fc.property(
      ...([
        fc.constantFrom('de-arbzg', 'at-azg', 'nl-atw', 'eu-2003-88'),
        fc.constantFrom('UTC', 'Europe/Berlin'),
      ] as const),
      fc.array(fc.constantFrom(2_874, 2_879, 2_880, 2_881, 2_886, 2_905), { minLength: 20, maxLength: 30 }),
      fc.constantFrom(0, 1, 59_999),
      (statute, zone, weeks, more) => {
        // Of each week the Monday to Wednesday, in one record.
        const records = weeks.map((minutes, week) => {
          const start = Date.parse('2026-06-01T05:00:00.000Z') + week * 7 * DAY_MS;
          return {
            id: `r${week}`,
            start,
            end: start + minutes * MINUTE_MS + more,
            pauses: [],
            autoClosed: week % 9 === 0,
            correctedAt: null,
          };
        });
        const period = { start: '2026-09-01', end: '2027-01-01' };
        const ruleSet = ruleSets.get(statute) as RuleSet;
        const now = Date.parse('2026-12-09');
        const judging = averaging({ ruleSet, period, days: localDays(period, zone) }, now);
        judging.add(records.slice(0, 7));
        judging.add(records.slice(7));
        const asked = { statute, zone, from: period.start, to: period.end, holidays: [], now };
        const expected = told(records, asked).filter(([rule]) => rule === 'average_too_long');
        expect(shortly(judging.end())).toEqual(expected);
      },
    ),
    { numRuns: 12 },
  );
});

function shortly(found: readonly Finding[]): Told[] {
  return found
    .map(({ rule, date, actual, limit, records, severity, isUnsure }): Told => {
      const more = isUnsure ? `${severity} unsure` : severity;
      return [rule, date, actual, limit, records.map(({ id }) => id).join(' '), more];
    })
    .sort((one, other) => (one.join() < other.join() ? -1 : 1));
}
