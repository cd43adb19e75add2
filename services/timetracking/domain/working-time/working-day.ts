import { wholeMinutes } from '../durations.ts';
import type { Interval } from '../log-faults.ts';
import { type ClosedTime, type Finding, MAX_RECORDS } from './finding.ts';
import type { Figures } from './rule-set.ts';

/** What the records of a working day come to. */
export interface WorkingDay {
  /** Adds the next record. @returns its parts without pauses */
  add(record: ClosedTime): readonly Interval[];
  /** What the figures do not allow in all of it. */
  findings(): Omit<Finding, 'ruleSet'>[];
}

/**
 * Begins a working day on a local day. Breaks are what lies between its first and its last minute of work and is no
 * work: a pause and a gap that touch are one, and one that leads to no work interrupts nothing.
 */
export function workingDay(date: string, { breaks, stretch, day }: Figures): WorkingDay {
  const records: ClosedTime[] = [];
  const sums = breaks.needs.map(() => 0);
  let isUnsure = false;
  let [worked, since, longest] = [0, 0, 0];
  let first: number | null = null;
  let last: number | null = null;

  function work(part: Interval): void {
    const idle = last === null ? 0 : part.start - last;
    const minutes = wholeMinutes(idle);
    for (const [index, { eachLeast }] of breaks.needs.entries()) {
      if (minutes >= eachLeast) sums[index] = (sums[index] ?? 0) + idle;
    }
    if (stretch && minutes >= stretch.eachLeast) since = 0;
    const length = part.end - part.start;
    worked += length;
    since += length;
    longest = Math.max(longest, since);
    first ??= part.start;
    last = part.end;
  }

  return {
    add(record) {
      if (records.length < MAX_RECORDS) records.push(record);
      isUnsure ||= record.autoClosed;
      const parts = workOf(record);
      for (const part of parts) work(part);
      return parts;
    },
    findings() {
      const of = { date, records, isUnsure, severity: 'violation' } as const;
      const found: Omit<Finding, 'ruleSet'>[] = [];
      const minutes = wholeMinutes(worked);
      const index = breaks.needs.findLastIndex(({ over }) => minutes > over);
      const [need, taken] = [breaks.needs[index], wholeMinutes(sums[index] ?? 0)];
      if (need && taken < need.least) {
        found.push({ ...of, rule: 'break_too_short', paragraph: breaks.paragraph, actual: taken, limit: need.least });
      }
      const stretched = wholeMinutes(longest);
      if (stretch && stretched > stretch.most) {
        const { paragraph, most: limit } = stretch;
        found.push({ ...of, rule: 'stretch_too_long', paragraph, actual: stretched, limit });
      }
      const length = day?.isSpan ? wholeMinutes((last ?? 0) - (first ?? 0)) : minutes;
      if (day && length > day.most) {
        found.push({ ...of, rule: 'day_too_long', paragraph: day.paragraph, actual: length, limit: day.most });
      }
      return found;
    },
  };
}

/** The parts of a record that are work, by start. */
export function workOf({ start, end, pauses }: ClosedTime): Interval[] {
  const parts: Interval[] = [];
  let from = start;
  for (const pause of pauses) {
    if (pause.start > from) parts.push({ start: from, end: pause.start });
    from = pause.end ?? end;
  }
  if (end > from) parts.push({ start: from, end });
  return parts;
}
