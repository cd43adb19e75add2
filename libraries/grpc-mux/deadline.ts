import { Code, ConnectError } from '@connectrpc/connect';

/** How long a caller waits. */
export interface Until {
  /** When it stops waiting: milliseconds of `performance.now()`, which no change of the machine's clock moves. */
  readonly deadline: number;
  /** Aborted when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** The deadline that is some milliseconds ahead. */
export function deadlineIn(ms: number): number {
  return now() + ms;
}

/** Throws a ConnectError if the caller is gone or its deadline has passed. */
export function throwIfOver({ deadline, signal }: Until): void {
  if (signal?.aborted) throw callerGone();
  if (deadline <= now()) throw deadlinePassed();
}

export function callerGone(): ConnectError {
  return new ConnectError('the caller is gone', Code.Canceled);
}

export function deadlinePassed(): ConnectError {
  return new ConnectError('the deadline has passed', Code.DeadlineExceeded);
}

/** The time left, as it is sent to the server: whole milliseconds, 1 if it has passed, at most 31 bits. */
export function timeoutMs(deadline: number): number {
  return Math.min(Math.max(1, Math.ceil(deadline - now())), MAX_TIMER_MS);
}

/**
 * The delay of a timer for a deadline, in milliseconds. From a second on, it may fire up to 32 ms late: Node keeps
 * timers with the same delay in one list, which costs less than a list for each call.
 */
export function timerMs(deadline: number): number {
  const left = timeoutMs(deadline);
  const late = left < COARSE_FROM_MS ? 0 : -left & (COARSE_MS - 1);
  return Math.min(left + late, MAX_TIMER_MS);
}

/** Whole milliseconds, so that the difference of two readings has no error of its own. */
function now(): number {
  return Math.floor(performance.now());
}

const MAX_TIMER_MS = 2 ** 31 - 1;
const COARSE_FROM_MS = 1_000;
/** A power of two. */
const COARSE_MS = 32;
