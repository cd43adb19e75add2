import { wholeMinutes } from '../durations.ts';
import { commonTime, type Interval } from '../log-faults.ts';
import { type ClosedTime, type Finding, MAX_RECORDS } from './finding.ts';
import type { Judge } from './judge.ts';
import { daysAfter, sundayFrom } from './local-days.ts';
import { type DayOfRest, figuresOn } from './rule-set.ts';

const MINUTE_MS = 60_000;

/** Work on a day on which there should be none. */
interface DayWithoutWork {
  /** @param work the parts of the record without pauses */
  add(record: ClosedTime, work: readonly Interval[]): void;
  findings(): Omit<Finding, 'ruleSet'>[];
}

/** The Sundays and holidays of a period, by the figures of each day. */
export function daysOfRestIn({ ruleSet, period, days, holidays }: Judge): DayWithoutWork[] {
  const found: DayWithoutWork[] = [];
  for (let date = period.start; date < period.end; date = daysAfter(date, 1)) {
    const isSunday = sundayFrom(date) === date;
    if (!isSunday && !holidays.has(date)) continue;
    const { sunday, holiday } = figuresOn(ruleSet, date);
    const times = days.timesOf(date);
    if (isSunday && sunday) found.push(dayWithoutWork('sunday_work', date, sunday, times));
    if (holidays.has(date) && holiday) found.push(dayWithoutWork('holiday_work', date, holiday, times));
  }
  return found;
}

function dayWithoutWork(
  rule: Finding['rule'],
  date: string,
  { paragraph, earlier = 0 }: DayOfRest,
  local: readonly Interval[],
): DayWithoutWork {
  const shift = earlier * MINUTE_MS;
  const times = local.map(({ start, end }) => ({ start: start - shift, end: end - shift }));
  const [from, to] = [times[0]?.start ?? 0, times.at(-1)?.end ?? 0];
  const records: ClosedTime[] = [];
  let worked = 0;
  let isUnsure = false;
  return {
    add(record, work) {
      if (record.end <= from || record.start >= to) return;
      const here = work.flatMap((part) => times.map((time) => commonTime(part, time))).reduce((sum, ms) => sum + ms, 0);
      if (here === 0) return;
      worked += here;
      isUnsure ||= record.autoClosed;
      if (records.length < MAX_RECORDS) records.push(record);
    },
    findings() {
      const actual = wholeMinutes(worked);
      // Both are allowed under conditions that the records do not tell.
      const of = { rule, paragraph, severity: 'notice', date, actual, limit: 0, records, isUnsure } as const;
      return actual > 0 ? [of] : [];
    },
  };
}
