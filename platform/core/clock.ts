/** Where the time comes from: the one place that reads the machine's clock. Everything else is given a Clock, or the instant itself. */
export interface Clock {
  /** The current instant, in epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Deadlines are instants of the machine's clock, whatever clock the services are given: how long a caller waits is no business of theirs.
 * Returns the one that lies so many milliseconds ahead.
 */
export function deadlineAfter(ms: number): number {
  return Date.now() + ms;
}

/** How many milliseconds are left until a deadline; negative when it has passed. */
export function remainingMs(deadline: number): number {
  return deadline - Date.now();
}

/** Milliseconds on a clock that only goes forward, from no instant in particular: the difference of two readings is how long something took. */
export function monotonicMs(): number {
  return performance.now();
}

/**
 * The delay of a timer that rings at a deadline, in milliseconds: 1 for one that has passed. Node warns on standard error of a negative delay, and takes
 * one beyond 31 bits for none at all.
 */
export function timerMs(deadline: number): number {
  return Math.max(1, Math.min(remainingMs(deadline), LONGEST_TIMER_MS));
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
