import { now } from './clock.ts';

/** Somebody who waits for the result of some work. */
export interface Caller {
  /** Until when, in epoch milliseconds of the machine's clock. `Infinity` is the process's own work, like no caller. */
  readonly deadline: number;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal | undefined;
}

/** Whether somebody waits for the result of the work, who can be told at once that the database is busy. */
export function isForSomebody(caller: Caller | undefined): boolean {
  return caller !== undefined && caller.deadline !== Number.POSITIVE_INFINITY;
}

/** Whether the caller has stopped waiting. */
export function isGone({ deadline, signal }: Caller): boolean {
  return signal?.aborted === true || deadline <= now();
}

/**
 * Whether all callers have stopped waiting. An undefined one is the process's own work, which always needs its result.
 */
export function areGone(callers: readonly (Caller | undefined)[]): boolean {
  return callers.length > 0 && callers.every((caller) => caller !== undefined && isGone(caller));
}

/** The delay of a timer until a deadline, in milliseconds, in the range that Node accepts: 1 if it has passed. */
export function timerMs(deadline: number): number {
  return Math.max(1, Math.min(Math.ceil(deadline - now()), LONGEST_TIMER_MS));
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
