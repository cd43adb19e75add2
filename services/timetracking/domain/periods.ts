import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS, fromInstantText, toDate, toInstantText } from '../../../platform/core/instant.ts';
import type { Interval } from './log-faults.ts';

/** How long periods are; weeks begin on Monday. */
export type PeriodUnit = 'day' | 'week' | 'month';

/** Local days as dates (`2026-10-05`), half-open. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** A time in which all local days are of one period. */
export interface Stretch extends Interval {
  /** The index of the period. */
  readonly period: number;
}

/** Its interval holds all stretches. */
export interface Calendar extends Interval {
  /** From the first day to the last without gaps; the first and the last period are cut to them. */
  readonly periods: readonly Period[];
  /**
   * In order. A period has one, none if the zone leaves out its days, or several if clocks are set back across its
   * midnight.
   */
  readonly stretches: readonly Stretch[];
}

/** The violations of dates that bound periods: they are in order and at most 366 days apart. */
export function periodFaults(from: string, to: string): Violation[] {
  if (to <= from) return [{ pointer: '/to', code: 'invalid_value', message: 'must be later than from' }];
  const { days } = Temporal.PlainDate.from(from).until(to);
  return days <= MAX_DAYS
    ? []
    : [{ pointer: '/to', code: 'too_big', message: `must be at most ${MAX_DAYS} days after from` }];
}

const MAX_DAYS = 366;

/** The periods of the local days [start, end) of an IANA zone, and the times that belong to them. */
export function calendarOf({ start: from, end: to }: Period, unit: PeriodUnit, zone: string): Calendar {
  const clocks: Interval[] = [];
  const last = wallClock(to);
  for (let start = wallClock(from); start < last; ) {
    const end = Math.min(NEXT[unit](start), last);
    clocks.push({ start, end });
    start = end;
  }
  // A local midnight is less than a day from the UTC midnight.
  const within = { start: wallClock(from) - DAY_MS, end: last + DAY_MS };
  const periods = clocks.map(({ start, end }) => ({ start: dateOf(start), end: dateOf(end) }));
  return { periods, stretches: stretchesOf(clocks, offsetsOf(zone, within)), ...within };
}

/** The beginning of the next period after that of a day, as {@link wallClock}. */
const NEXT: Readonly<Record<PeriodUnit, (start: number) => number>> = {
  day: (start) => start + DAY_MS,
  // 1970-01-01 was a Thursday.
  week: (start) => start + (7 - ((start / DAY_MS + 3) % 7)) * DAY_MS,
  month: (start) => Date.UTC(toDate(start).getUTCFullYear(), toDate(start).getUTCMonth() + 1),
};

/** The local time at the beginning of a day, read as if it were UTC: epoch milliseconds. */
export function wallClock(date: string): number {
  return fromInstantText(`${date}T00:00:00.000Z`);
}

/** The reverse of {@link wallClock}. */
export function dateOf(start: number): string {
  return toInstantText(start).slice(0, 'YYYY-MM-DD'.length);
}

/** A time in which a zone's clocks are ahead of UTC by the same number of milliseconds. */
interface Offset extends Interval {
  readonly ahead: number;
}

function offsetsOf(zone: string, { start, end }: Interval): Offset[] {
  const offsets: Offset[] = [];
  let from: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  while (from && from.epochMilliseconds < end) {
    const next: Temporal.ZonedDateTime | null = from.getTimeZoneTransition('next');
    const until = Math.min(next?.epochMilliseconds ?? end, end);
    offsets.push({ start: from.epochMilliseconds, end: until, ahead: from.offsetNanoseconds / 1e6 });
    from = next;
  }
  return offsets;
}

/** While its offset stays the same, a clock passes each midnight once. */
function stretchesOf(clocks: readonly Interval[], offsets: readonly Offset[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { ahead, ...same } of offsets) {
    for (const [period, clock] of clocks.entries()) {
      const start = Math.max(clock.start - ahead, same.start);
      const end = Math.min(clock.end - ahead, same.end);
      const last = stretches.at(-1);
      if (start >= end) continue;
      if (last?.period === period && last.end === start) stretches[stretches.length - 1] = { ...last, end };
      else stretches.push({ start, end, period });
    }
  }
  return stretches;
}
