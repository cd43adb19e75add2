import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../platform/core/instant.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long each attempt waits after the previous one; the first does not wait. */
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

/** After this many failed attempts, the delivery has failed. */
export const MAX_ATTEMPTS = WAITS_MS.length;

/** The most that a receiver can request with Retry-After. */
export const RETRY_AFTER_AT_MOST_MS = DAY_MS;

/** The longest time between two attempts of a delivery. */
export const WAIT_AT_MOST_MS = 26.4 * HOUR_MS;

/** A wait is lengthened by up to this fraction, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

interface FailedAttempt {
  readonly deliveryId: string;
  /** Attempts so far, including this one. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly failedAt: number;
  /** Milliseconds that the receiver requested, or null. */
  readonly retryAfterMs: number | null;
}

/**
 * When a delivery is retried after a failed attempt, in epoch milliseconds; null after the last attempt. Never earlier
 * than the receiver requested.
 */
export function nextAttemptAt({ deliveryId, attempts, failedAt, retryAfterMs }: FailedAttempt): number | null {
  const waitMs = WAITS_MS[attempts];
  if (waitMs === undefined) return null;
  const requestedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_AT_MOST_MS);
  const longerMs = Math.max(waitMs, requestedMs);
  return failedAt + longerMs + Math.floor(longerMs * JITTER * fraction(`${deliveryId} ${attempts}`));
}

/** A number in [0, 1), evenly distributed over texts: makes the jitter of a delivery deterministic. */
function fraction(text: string): number {
  return hash('sha256', text, 'buffer').readUInt32BE() / 2 ** 32;
}
