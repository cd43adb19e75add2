/** The limits of retries. */
export interface RetryPolicy {
  /**
   * The maximum number of retries after failures; waiting for the rate limit does not count as one. 0 disables retries.
   */
  readonly repeats: number;
  /**
   * The total time that a request can wait, in milliseconds; if the next wait would exceed it, the request fails at
   * once.
   */
  readonly budgetMs: number;
}

/** Enough for one wait for the rate limit, whose window is a minute. */
export const DEFAULT_RETRY: RetryPolicy = { repeats: 5, budgetMs: 90_000 };

/** The end of an attempt. */
export interface Ending {
  /** Null if there was no response. */
  readonly status: number | null;
  /** `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;
}

/** What the attempts of a request have used so far. */
export interface Spent {
  readonly failures: number;
  readonly waitedMs: number;
}

/**
 * The wait before the next attempt, or null if there is none. A request is retried after a 429 and a 5xx, without a
 * response, and while another request with the same key is running (409 with Retry-After). Waits double from half a
 * second to 30 seconds, minus up to a half at random, and are never shorter than Retry-After.
 * @param chance a random number from 0 to 1
 */
export function nextWait(
  { status, retryAfterMs }: Ending,
  spent: Spent,
  { repeats, budgetMs }: RetryPolicy,
  chance: number,
): { readonly waitMs: number; readonly isFailure: boolean } | null {
  const isLimited = status === 429;
  const isTransient = status === null || status >= 500 || (status === 409 && retryAfterMs !== null);
  if (repeats === 0 || !(isLimited || isTransient)) return null;
  // A limit without Retry-After is from a proxy: retrying without counting could go on forever.
  const isFailure = !(isLimited && retryAfterMs !== null);
  if (isFailure && spent.failures >= repeats) return null;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** spent.failures, LONGEST_WAIT_MS) * (1 - chance / 2);
  const waitMs = isFailure ? Math.max(retryAfterMs ?? 0, backoff) : retryAfterMs;
  return spent.waitedMs + waitMs <= budgetMs ? { waitMs, isFailure } : null;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
