/** The source of time. Only this module reads the machine's clock; everything else receives a Clock or an instant. */
export interface Clock {
  /** The current instant, in epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Begins with the machine's clock and never steps: windows of time are measured with it. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/**
 * Whether something is younger than `ms` milliseconds. An instant in the future is not: the clock was set back, which
 * must not make anything last longer.
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

/**
 * The machine's clock, as long as that agrees with a server's, which all replicas share; otherwise the server's. It
 * never goes back: behind it lie the instants that readers of changes hold.
 */
export class CorrectedClock implements Clock {
  /** By how much the server's clock was ahead of the monotonic one when it was asked; undefined before. */
  protected serverMs: number | undefined;
  #last = { at: 0, instant: Number.NEGATIVE_INFINITY };

  /**
   * The same without the wait for a clock that was set back: what expires within a minute is compared with what another
   * process has signed, which may not wait.
   */
  readonly ofIdentities: Clock = { now: () => Math.floor(this.#seen(monotonicMs())) };

  now(): number {
    const at = monotonicMs();
    const seen = this.#seen(at);
    // After a step back, the clock runs at half speed until it has caught up. A larger step would take too long.
    const slowest = this.#last.instant + (at - this.#last.at) / 2;
    const instant = slowest - seen < LONGEST_STEP_BACK_MS ? Math.max(seen, slowest) : seen;
    this.#last = { at, instant };
    return Math.floor(instant);
  }

  #seen(at: number): number {
    const machine = systemClock.now();
    if (this.serverMs === undefined) return machine;
    const server = this.serverMs + at;
    return agree(machine, server) ? machine : server;
  }
}

/** Whether two instants differ by no more than two clocks may: see `nextUpdatedSince`. */
export function agree(one: number, other: number): boolean {
  return Math.abs(one - other) <= TOLERATED_MS;
}

const TOLERATED_MS = 30_000;
const LONGEST_STEP_BACK_MS = 900_000;
