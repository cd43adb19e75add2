import { deadlineAfter } from '../core/clock.ts';

/** How long a process may take to stop after a signal, in milliseconds. */
export const GRACE_MS = 25_000;

/** The deadline of a shutdown that may take `graceMs` altogether: what ends behind a part that hangs has a second. */
export function stopBy(graceMs = GRACE_MS): number {
  return deadlineAfter(graceMs - LAST_MS);
}

/**
 * Until when requests and calls may be answered while a process stops. The rest of its time belongs to what they leave:
 * events to publish, connections to close.
 */
export function lastAnswersBy(deadline: number): number {
  return deadline - AFTER_ANSWERS_MS;
}

const LAST_MS = 1_000;
const AFTER_ANSWERS_MS = 4_000;
