import { hash } from 'node:crypto';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long each attempt waits after the one before it; the first waits for nothing. */
const WAITS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** With the last of them a delivery has failed. */
export const ATTEMPTS_AT_MOST = WAITS_MS.length;

/** What a receiver can ask for with Retry-After. */
export const RETRY_AFTER_AT_MOST_MS = 24 * HOUR_MS;

/** The longest time between two attempts of a delivery. */
export const WAIT_AT_MOST_MS = 26.4 * HOUR_MS;

/** A wait is longer by up to this part of it, so that deliveries that failed together are not tried again together. */
const JITTER = 0.1;

interface FailedAttempt {
  readonly deliveryId: string;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly failedAt: number;
  /** Milliseconds that the receiver asked for, or null. */
  readonly retryAfterMs: number | null;
}

/** When a delivery is tried again after a failed attempt, in epoch milliseconds, or null when it was the last one. Never before the receiver wants it. */
export function nextAttemptAt({ deliveryId, attempts, failedAt, retryAfterMs }: FailedAttempt): number | null {
  const waitMs = WAITS_MS[attempts];
  if (waitMs === undefined) return null;
  const requestedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_AT_MOST_MS);
  const longerMs = Math.max(waitMs, requestedMs);
  return failedAt + longerMs + Math.floor(longerMs * JITTER * fraction(`${deliveryId} ${attempts}`));
}

/** A number from 0 up to 1, evenly spread over texts: the jitter of a delivery needs no randomness of its own. */
function fraction(text: string): number {
  return hash('sha256', text, 'buffer').readUInt32BE() / 2 ** 32;
}
