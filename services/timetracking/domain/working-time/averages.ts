import { wholeMinutes } from '../durations.ts';
import { addHours, noHours, type TrackedTime } from '../hours.ts';
import { calendarOf, type Period } from '../periods.ts';
import { type ClosedTime, type Finding, MAX_RECORDS } from './finding.ts';
import type { Judge } from './judge.ts';
import { daysAfter, sundayFrom } from './local-days.ts';
import { figuresOn, type RuleSet } from './rule-set.ts';

/** The Sundays of a period that end weeks of which the average counts. */
function sundaysIn({ ruleSet, period }: Pick<Judge, 'ruleSet' | 'period'>) {
  const sundays = [];
  for (let date = sundayFrom(period.start); date < period.end; date = daysAfter(date, 7)) {
    const { average } = figuresOn(ruleSet, date);
    if (average) sundays.push({ date, average });
  }
  return sundays;
}

/** The days on which averages of a period depend: whole weeks; null if it has none. */
export function averagedDays(of: { readonly ruleSet: RuleSet; readonly period: Period }): Period | null {
  const sundays = sundaysIn(of);
  const last = sundays.at(-1);
  if (!last) return null;
  const starts = sundays.map(({ date, average }) => daysAfter(date, 1 - 7 * average.weeks));
  return { start: starts.reduce((one, other) => (one < other ? one : other)), end: daysAfter(last.date, 1) };
}

/** Less gross work in the days on which averages of a period depend cannot be too much: in milliseconds. */
export function leastForAverages(of: { readonly ruleSet: RuleSet; readonly period: Period }): number {
  return Math.min(...sundaysIn(of).map(({ average }) => average.weeks * average.most * 60_000));
}

/** Judges averages, record by record. */
export interface Averaging {
  /** Adds records of {@link averagedDays} that follow by start. */
  add(records: readonly TrackedTime[]): void;
  end(): Finding[];
}

/**
 * Begins to look for weeks that are over and with which the average of some weeks is too much work, as totals count it.
 * @param now in epoch milliseconds
 */
export function averaging({ ruleSet, period, days: { zone } }: Omit<Judge, 'holidays'>, now: number): Averaging {
  const calendar = calendarOf(averagedDays({ ruleSet, period }) ?? period, 'week', zone);
  const sundays = sundaysIn({ ruleSet, period }).map(({ date, average }) => {
    const week = calendar.periods.findIndex(({ end }) => end === daysAfter(date, 1));
    const times = calendar.stretches.filter((each) => each.period === week);
    return { date, average, week, times, records: [] as ClosedTime[], isUnsure: false };
  });
  let hours = noHours(calendar);
  return {
    add(records) {
      hours = addHours(hours, calendar, records);
      for (const sunday of sundays) {
        for (const { start, end, ...record } of records) {
          if (end === null || !sunday.times.some((time) => start < time.end && end > time.start)) continue;
          sunday.isUnsure ||= record.autoClosed;
          if (sunday.records.length < MAX_RECORDS) sunday.records.push({ ...record, start, end });
        }
      }
    },
    end: () =>
      sundays.flatMap(({ date, average, week, times, records, isUnsure }) => {
        const { weeks, most: limit, paragraph } = average;
        const worked = hours.periods.slice(week - weeks + 1, week + 1).reduce((sum, each) => sum + each.worked, 0);
        const actual = wholeMinutes(worked / weeks);
        if (actual <= limit || (times.at(-1)?.end ?? 0) > now) return [];
        const of = { ruleSet: ruleSet.name, date, records, isUnsure, severity: 'violation' } as const;
        return [{ ...of, rule: 'average_too_long', paragraph, actual, limit }];
      }),
  };
}
