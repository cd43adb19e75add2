import { DAY_MS } from '../../../../platform/core/instant.ts';
import type { Interval } from '../log-faults.ts';
import { type Calendar, calendarOf, dateOf, type Period, wallClock } from '../periods.ts';

/** The local days of a zone around some dates. */
export interface LocalDays {
  readonly zone: string;
  /** The days, and a day before and after them. */
  readonly interval: Interval;
  /** The date of an instant in epoch milliseconds, also far from these days. */
  dateAt(at: number): string;
  /** The times of a day, which are several if clocks are set back across its midnight. */
  timesOf(date: string): readonly Interval[];
}

/** The date some days after another. */
export function daysAfter(date: string, days: number): string {
  return dateOf(wallClock(date) + days * DAY_MS);
}

/** The Sunday of the week, from Monday, in which a date lies. */
export function sundayFrom(date: string): string {
  // 1970-01-01 was a Thursday.
  return daysAfter(date, 6 - ((wallClock(date) / DAY_MS + 3) % 7));
}

/** The days of a zone, quickest near these. */
export function localDays({ start, end }: Period, zone: string): LocalDays {
  const { periods, stretches }: Calendar = calendarOf(
    { start: daysAfter(start, -2), end: daysAfter(end, 3) },
    'day',
    zone,
  );
  const within = stretches.filter(({ period }) => {
    const date = periods[period]?.start ?? '';
    return start <= date && date < end;
  });
  let near = 0;
  return {
    zone,
    interval: {
      start: (within[0]?.start ?? wallClock(start)) - DAY_MS,
      end: (within.at(-1)?.end ?? wallClock(end)) + DAY_MS,
    },
    dateAt(at) {
      if (!isWithin(stretches[near], at)) near = stretches.findLastIndex((stretch) => stretch.start <= at);
      const stretch = stretches[near];
      if (isWithin(stretch, at)) return periods[stretch.period]?.start as string;
      near = 0;
      return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
    },
    timesOf(date) {
      const period = periods.findIndex((each) => each.start === date);
      return stretches.filter((stretch) => stretch.period === period);
    },
  };
}

function isWithin(interval: Interval | undefined, at: number): interval is Interval & { readonly period: number } {
  return interval !== undefined && interval.start <= at && at < interval.end;
}
