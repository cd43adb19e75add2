import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../platform/core/instant.ts';
import { judged, OCTOBER, recordsOf, shortly } from '../../../../test/support/timetracking/judged.ts';
import type { TrackedTime } from '../hours.ts';
import { averaging } from './averages.ts';
import { findingsOf, judging } from './findings.ts';
import { daysAfter, localDays } from './local-days.ts';
import type { RuleSet } from './rule-set.ts';
import { ruleSets } from './rule-sets.ts';

describe('averages', () => {
  const LIMIT = 2_880;
  const weeksOf = { 'de-arbzg': 24, 'at-azg': 17, 'nl-atw': 16, 'eu-2003-88': 17 };
  const period = { start: '2026-10-05', end: '2026-10-12' };

  function averageOf(set: string, minutes: readonly number[], now = '2026-10-11T22:00:00.000Z'): string {
    // The last of the weeks ends on Sunday, the eleventh of October.
    const monday = Date.parse('2026-10-05T04:00:00.000Z');
    const records = minutes.map((length, index) => {
      const start = monday - (minutes.length - 1 - index) * 7 * DAY_MS;
      return { id: `r${index}`, start, end: start + length * 60_000, pauses: [], autoClosed: false, correctedAt: null };
    });
    const all = averaging(
      { ruleSet: ruleSets.get(set) as RuleSet, period, days: localDays(period, 'Europe/Berlin') },
      Date.parse(now),
    );
    all.add(records);
    return shortly(all.end());
  }

  it.each(Object.entries(weeksOf))('%s: at 48 hours, a minute before and after, in %i weeks', (set, weeks) => {
    const all = (minutes: number) => Array.from({ length: weeks }, () => minutes);
    expect(averageOf(set, all(LIMIT - 1))).toBe('');
    expect(averageOf(set, all(LIMIT))).toBe('');
    expect(averageOf(set, all(LIMIT + 1))).toBe(`11 average_too_long 2881/2880 r${weeks - 1}`);
    // A week before them does not count, and a free one does.
    expect(averageOf(set, [9_000, ...all(LIMIT)])).toBe('');
    expect(
      averageOf(
        set,
        [...all(LIMIT + 1).slice(2), 0, LIMIT + 1].map((each) => each || 1),
      ),
    ).toBe('');
  });

  it('a week that is not over has none', () => {
    const minutes = Array.from({ length: 24 }, () => LIMIT + 60);
    expect(averageOf('de-arbzg', minutes, '2026-10-11T21:59:59.999Z')).toBe('');
    expect(averageOf('de-arbzg', minutes)).toBe('11 average_too_long 2940/2880 r23');
  });

  it('ch-arg judges none', () => {
    expect(
      averageOf(
        'ch-arg',
        Array.from({ length: 30 }, () => 5_000),
      ),
    ).toBe('');
  });
});

it('judges old days by the figures of then', () => {
  const {
    figures: [first],
  } = ruleSets.get('de-arbzg') as RuleSet;
  const later = {
    ...first,
    from: '2026-10-06',
    breaks: { ...first.breaks, needs: [{ over: 300, least: 20, eachLeast: 5 }] },
  };
  const ruleSet = { name: 'changed', figures: [first, later] } as const;
  const records = '05 08:00-13:30, 06 08:00-13:30, 07 08:00-14:00 -10:00-10:20';
  expect(shortly(judged('', records, { ruleSet }))).toBe('06 break_too_short 0/20 r1');
  expect(shortly(judged('', '01 08:00-15:00 -10:00-10:30', { ruleSet, month: '1990-01' }))).toBe('');
});

it('another zone moves what belongs to which day', () => {
  const [at] = recordsOf('03 22:00-04 00:30', 'Europe/Berlin');
  const judge = (zone: string) =>
    shortly(
      findingsOf([at as TrackedTime], {
        ...{ ruleSet: ruleSets.get('de-arbzg') as RuleSet, period: OCTOBER, holidays: new Set<string>() },
        days: localDays(OCTOBER, zone),
      }),
    );
  expect(judge('Europe/Berlin')).toBe('04 sunday_work 30/0 r0');
  expect(judge('UTC')).toBe('');
  expect(judge('Asia/Tokyo')).toBe('04 sunday_work 150/0 r0');
});

it('a finding is the same whatever the period, and says when enough was read', () => {
  const records = recordsOf('04 22:00-05 06:00, 05 06:10-14:00, 05 14:05-23:00, 07 08:00-15:00', 'Europe/Berlin');
  const judge = (period: { start: string; end: string }) => ({
    ...{ ruleSet: ruleSets.get('de-arbzg') as RuleSet, period, holidays: new Set<string>() },
    days: localDays(period, 'Europe/Berlin'),
  });
  const whole = findingsOf(records, judge(OCTOBER));
  for (const date of ['2026-10-04', '2026-10-05', '2026-10-07']) {
    const day = { start: date, end: daysAfter(date, 1) };
    expect(shortly(findingsOf(records, judge(day)))).toBe(shortly(whole.filter((each) => each.date === date)));
  }
  const sunday = judging(judge({ start: '2026-10-04', end: '2026-10-05' }));
  for (const [index, record] of records.entries()) {
    sunday.add(record);
    expect(sunday.isDone(record.end as number)).toBe(index === 3);
  }
});

it('a chain of records for days is one working day that names a hundred of them', () => {
  const start = Date.parse('2026-10-05T06:00:00.000Z');
  const hour = 3_600_000;
  const chain = Array.from({ length: 250 }, (_, index) => ({
    ...{ id: `r${index}`, start: start + index * hour, end: start + (index + 1) * hour, pauses: [] },
    ...{ autoClosed: index === 200, correctedAt: null },
  }));
  const period = { start: '2026-10-05', end: '2026-10-06' };
  const judge = { ruleSet: ruleSets.get('at-azg') as RuleSet, period, holidays: new Set<string>() };
  const found = findingsOf(chain, { ...judge, days: localDays(period, 'Europe/Berlin') });
  expect(found.map(({ rule, actual, records, isUnsure }) => [rule, actual, records.length, isUnsure])).toEqual([
    ['break_too_short', 0, 100, true],
    ['day_too_long', 15_000, 100, true],
  ]);
});
