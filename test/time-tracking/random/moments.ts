import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../../platform/core/instant.ts';
import type { CalendarWindow } from './calendar-windows.ts';

/**
 * An instant, told by where it lies: near a change of the calendar, after what has happened so far, or near a day ahead
 * of the clock.
 */
export type Moment =
  | { readonly near: 'change'; readonly index: number; readonly shiftMs: number }
  | { readonly near: 'latest'; readonly shiftMs: number }
  | { readonly near: 'tomorrow'; readonly shiftMs: number };

const MINUTE_MS = 60_000;

const closeBy = fc.constantFrom(0, -1, 1, -MINUTE_MS, MINUTE_MS);
const within = (from: number, to: number) => fc.integer({ min: from * HOUR_MS, max: to * HOUR_MS });

/** Moments that mostly go on in time, and like the edges of days. */
export const moments: fc.Arbitrary<Moment> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      near: fc.constant('change' as const),
      index: fc.nat(11),
      shiftMs: fc.oneof({ weight: 3, arbitrary: closeBy }, within(-12, 12)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      near: fc.constant('tomorrow' as const),
      shiftMs: fc.oneof(closeBy, within(-24, 0)),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      near: fc.constant('latest' as const),
      shiftMs: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(0, 0, 1, -1, 999, MINUTE_MS, -MINUTE_MS, HOUR_MS) },
        { weight: 5, arbitrary: within(0, 5) },
        { weight: 2, arbitrary: within(5, 50) },
        { weight: 1, arbitrary: within(-30, 0) },
      ),
    }),
  },
);

/** Lengths of intervals, some of which are none. */
export const lengths: fc.Arbitrary<number> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(1, 999, MINUTE_MS - 1, MINUTE_MS, DAY_MS) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 * HOUR_MS }) },
  { weight: 1, arbitrary: within(6, 50) },
  { weight: 1, arbitrary: fc.constantFrom(366 * DAY_MS, 366 * DAY_MS + 1, 366 * DAY_MS + 1) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, -HOUR_MS) },
);

interface Sofar {
  /** What has happened so far, or is recorded, goes up to here. */
  readonly latest: number | undefined;
  /** The services' clock. */
  readonly now: number;
}

/** The instant of a moment. */
export function instantOf(moment: Moment, { changes }: CalendarWindow, { latest, now }: Sofar): number {
  if (moment.near === 'tomorrow') return now + DAY_MS + moment.shiftMs;
  if (moment.near === 'latest') return (latest ?? changes[0] ?? 0) + moment.shiftMs;
  return (changes[moment.index % changes.length] ?? 0) + moment.shiftMs;
}
