import { wholeMinutes } from '../durations.ts';
import type { TrackedTime } from '../hours.ts';
import { daysOfRestIn } from './days-of-rest.ts';
import type { ClosedTime, Finding } from './finding.ts';
import type { Judge } from './judge.ts';
import { type Figures, figuresOn } from './rule-set.ts';
import { type WorkingDay, workingDay } from './working-day.ts';

/** Judges the records of a person one after the other. */
export interface Judging {
  /** Adds the next record by start. An open session counts as if it were not there. */
  add(record: TrackedTime): void;
  /** Whether no later record can matter. @param until all records that begin before it were added */
  isDone(until: number): boolean;
  /** The findings of all of them, but averages; in no order. */
  end(): Finding[];
}

/** A rest that may have been an interruption of one working day only if it is no longer than this, in minutes. */
const LONGEST_INTERRUPTION = 240;

/**
 * Begins to judge. Records are needed from a day before the period on, so that the rest before its first working day is
 * known, to the end of its last working day.
 */
export function judging({ ruleSet, period, days, holidays }: Judge): Judging {
  const found: Omit<Finding, 'ruleSet'>[] = [];
  const daysOfRest = daysOfRestIn({ ruleSet, period, days, holidays });
  const longestRest = Math.max(...ruleSet.figures.map(({ rest }) => rest.least));
  let day: WorkingDay | null = null;
  let last: ClosedTime | null = null;
  let isAfter = false;

  function begin(record: ClosedTime, date: string, gap: number, { rest, ...figures }: Figures): WorkingDay {
    if (day) found.push(...day.findings());
    if (last && gap < rest.least) {
      const { paragraph, least: limit, noticeFrom = limit } = rest;
      const isUnsure = last.autoClosed || record.autoClosed;
      const severity = gap < noticeFrom ? 'violation' : 'notice';
      const of = { date, records: [last, record], isUnsure, severity } as const;
      found.push({ ...of, rule: 'rest_too_short', paragraph, actual: gap, limit });
    }
    isAfter = date >= period.end;
    return workingDay(date, { rest, ...figures });
  }

  return {
    add(record) {
      const { end } = record;
      if (end === null || isAfter) return;
      const closed = { ...record, end };
      const date = days.dateAt(record.start);
      const figures = figuresOn(ruleSet, date);
      const gap = last ? wholeMinutes(closed.start - last.end) : Number.POSITIVE_INFINITY;
      const isLaterDay = !last || days.dateAt(last.start) < date;
      const isNewDay = gap >= figures.rest.least || (gap > LONGEST_INTERRUPTION && isLaterDay);
      if (!day || isNewDay) day = begin(closed, date, gap, figures);
      const work = day.add(closed);
      for (const each of daysOfRest) each.add(closed, work);
      last = closed;
    },
    isDone: (until) => isAfter || !last || wholeMinutes(until - last.end) >= longestRest,
    end() {
      if (day) found.push(...day.findings());
      const all = [...found, ...daysOfRest.flatMap((each) => each.findings())];
      return all
        .filter(({ date }) => period.start <= date && date < period.end)
        .map((finding) => ({ ...finding, ruleSet: ruleSet.name }));
    },
  };
}

/** The findings of all records of a person around a period, but averages; in no order. */
export function findingsOf(records: readonly TrackedTime[], judge: Judge): Finding[] {
  const all = judging(judge);
  for (const record of records) all.add(record);
  return all.end();
}
