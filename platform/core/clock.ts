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

/** How long is left until a deadline, as another process is told: whole milliseconds, 1 for one that has passed, 31 bits at most. */
export function timeoutMs(deadline: number): number {
  return Math.max(1, Math.min(Math.ceil(remainingMs(deadline)), LONGEST_TIMER_MS));
}

/**
 * The delay of a timer that rings at a deadline, in milliseconds: 1 for one that has passed. Node warns on standard error of a negative delay, and takes
 * one beyond 31 bits for none at all. A timer of seconds may ring a little late: Node keeps those of one delay in one list, and one with a delay of
 * its own costs 0.9 µs to set and clear, instead of 0.1 µs; a request sets several.
 */
export function timerMs(deadline: number): number {
  const ms = timeoutMs(deadline);
  return ms < STEPS_FROM_MS ? ms : Math.min(Math.ceil(ms / STEP_MS) * STEP_MS, LONGEST_TIMER_MS);
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const STEPS_FROM_MS = 1_000;
const STEP_MS = 32;
