import { DAY_MS } from '../../../platform/core/instant.ts';

/**
 * An institution's requests to receivers are counted by the second, and the deliveries that it requests by the day of
 * UTC. All instants are epoch milliseconds.
 */

const SECOND_MS = 1_000;
/** How long a request may begin after it was counted. */
export const START_WINDOW_MS = 3_000;
/** How long a second counts: until no minute can hold both a request that began in it and one that begins now. */
const COUNTED_SECONDS = (60_000 + START_WINDOW_MS) / SECOND_MS + 1;

/** The requests of the last seconds. */
export interface Sent {
  /** When the newest of the seconds began. */
  readonly second: number;
  /** The requests of each second, the newest first. */
  readonly counts: readonly number[];
}

/**
 * Counts requests before they are made, so that no more than `limit` of them begin in any minute.
 * @returns how many of `wanted` may be made, and the counts with them
 */
export function take(sent: Sent, { wanted, limit, now }: { wanted: number; limit: number; now: number }) {
  const { second, counts } = movedTo(sent, now);
  const allowed = Math.max(0, Math.min(wanted, limit - counts.reduce((sum, count) => sum + count, 0)));
  return { allowed, sent: { second, counts: counts.with(0, (counts[0] ?? 0) + allowed) } };
}

/** Ends the count of requests that were counted in a second and not made. */
export function withoutUnused(sent: Sent, second: number, unused: number): Sent {
  const index = Math.max(0, (sent.second - second) / SECOND_MS);
  const count = sent.counts[index];
  return count === undefined ? sent : { ...sent, counts: sent.counts.with(index, Math.max(0, count - unused)) };
}

/** When one more request may be made, if none may now. */
export function freeAt({ second, counts }: Sent, now: number): number {
  const oldest = counts.findLastIndex((count) => count > 0);
  return Math.max(now + SECOND_MS, second + (COUNTED_SECONDS - Math.max(0, oldest)) * SECOND_MS);
}

/**
 * The clocks of replicas may differ by seconds: the count of another one's later second goes on. If the clock was set
 * back by more than that, all that was counted counts as of now, for one minute by the new clock.
 */
function movedTo({ second, counts }: Sent, now: number): Sent {
  const own = now - (now % SECOND_MS);
  const passed = (own - second) / SECOND_MS;
  const padded = (first: readonly number[]) =>
    [...first, ...Array<number>(COUNTED_SECONDS).fill(0)].slice(0, COUNTED_SECONDS);
  if (passed < -COUNTED_SECONDS)
    return { second: own, counts: padded([counts.reduce((sum, count) => sum + count, 0)]) };
  if (passed <= 0) return { second, counts: padded(counts) };
  return { second: own, counts: padded([...Array<number>(Math.min(passed, COUNTED_SECONDS)).fill(0), ...counts]) };
}

export const startOfDay = (now: number): number => now - (now % DAY_MS);

/** The whole seconds until more deliveries may be requested, once those of the day are used up; at least 1. */
export const secondsToNextDay = (now: number): number => Math.ceil((startOfDay(now) + DAY_MS - now) / 1_000);
