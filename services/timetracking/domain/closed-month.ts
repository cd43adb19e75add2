import { Refusal } from '../../../platform/core/errors/refusal.ts';
import type { Interval } from './log-faults.ts';
import { refusals } from './refusals.ts';
import type { TimeRecord } from './time-record.ts';

/** A month that is closed for a member, in epoch milliseconds. */
export interface Closing extends Interval {
  /** `2026-10`. */
  readonly month: string;
}

declare const permission: unique symbol;

/**
 * A record that may be written. Only the rules of this file make one, so that no writer passes a closed month. Erasure
 * and retention, which go on in closed months, have statements of their own.
 */
export type Permitted = TimeRecord & { readonly [permission]: true };

/**
 * The record, if neither it nor what it was before has a part in a closed month. Refuses with MONTH_CLOSED.
 * @param closings those of the record's member that end after these records begin
 */
export function permitted(record: TimeRecord, closings: readonly Closing[], before: TimeRecord = record): Permitted {
  const met = closingOf(closings, record, before);
  if (met) throw monthClosed(met);
  return record as Permitted;
}

/** A late record that an administrator takes over: it may have a part in a closed month. */
export function permittedLate(record: TimeRecord): Permitted {
  return record as Permitted;
}

/** The latest closed month in which one of the records has a part; null for none. */
export function closingOf(
  closings: readonly Closing[],
  ...records: readonly Pick<TimeRecord, 'start' | 'end'>[]
): Closing | null {
  return closings.reduce<Closing | null>((latest, closing) => {
    const isMet = records.some(({ start, end }) => start < closing.end && closing.start < (end ?? Infinity));
    return isMet && (!latest || latest.end < closing.end) ? closing : latest;
  }, null);
}

/** The refusal of a record that has a part in a closed month. */
export function monthClosed({ month }: Pick<Closing, 'month'>): Refusal {
  return new Refusal(refusals.MONTH_CLOSED, { extensions: { closedThrough: lastDayOf(month) } });
}

/** The last day of a month: a date. */
export function lastDayOf(month: string): string {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return `${month}-${daysInMonth}`;
}

/**
 * When a month is, in an IANA zone: epoch milliseconds. Null until it is over, by every clock: those of processes may
 * differ by a minute, and no punch of this moment may lie in a closed month.
 */
export function monthThatIsOver(month: string, zone: string, now: number): Interval | null {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds;
  const [start, end] = [startOf(first), startOf(first.add({ months: 1 }))];
  return end + CLOCKS_DIFFER_BY_MS <= now ? { start, end } : null;
}

const CLOCKS_DIFFER_BY_MS = 60_000;
