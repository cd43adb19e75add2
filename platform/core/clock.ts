/** The source of time. Only this module reads the machine's clock; everything else receives a Clock or an instant. */
export interface Clock {
  /** The current instant, in epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Begins with the machine's clock and never steps: windows of time are measured with it. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/**
 * Whether something is younger than `ms` milliseconds. What is of the future is not: the clock was set back, which must
 * not make anything last longer.
 * @param at since when it is, and `now`: epoch milliseconds
 */
export function isYounger(at: number, now: number, ms: number): boolean {
  return at <= now && now < at + ms;
}

/**
 * Returns the deadline that is `ms` milliseconds ahead. Deadlines are readings of the monotonic clock, for this process
 * alone: how long a caller waits does not change when the machine's clock is set.
 */
export function deadlineAfter(ms: number): number {
  return Math.floor(performance.now()) + ms;
}

/**
 * The deadline at an instant of the machine's clock, in epoch milliseconds: gRPC counts with these. Use it at once,
 * before the clock can be set.
 */
export function deadlineAt(instant: number): number {
  return deadlineAfter(instant - Date.now());
}

/** The milliseconds left until a deadline; negative if it has passed. */
export function remainingMs(deadline: number): number {
  return deadline - Math.floor(performance.now());
}

/** Milliseconds of a monotonic clock with an arbitrary origin: subtract two readings to measure a duration. */
export function monotonicMs(): number {
  return performance.now();
}

/**
 * The delay of a timer that fires at a deadline, in milliseconds: 1 if it has passed. Node warns about a negative delay
 * on standard error and treats one beyond 31 bits as no delay. A timer of a second or more may fire up to 32 ms late:
 * Node keeps timers with the same delay in one list, and a request sets several, which cost more if each has a list of
 * its own.
 */
export function timerMs(deadline: number): number {
  const ms = Math.max(1, Math.min(Math.ceil(remainingMs(deadline)), LONGEST_TIMER_MS));
  return ms < STEPS_FROM_MS ? ms : Math.min(Math.ceil(ms / STEP_MS) * STEP_MS, LONGEST_TIMER_MS);
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const STEPS_FROM_MS = 1_000;
const STEP_MS = 32;
