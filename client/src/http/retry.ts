/** When to stop repeating a request. */
export interface RetryPolicy {
  /** How often a request is repeated after failures; waiting for the rate limit is none. 0 repeats nothing. */
  readonly repeats: number;
  /** Milliseconds that a request may wait in all; where the next wait would go beyond, the request fails at once. */
  readonly budgetMs: number;
}

/** Takes one pause for the rate limit, whose window is a minute. */
export const DEFAULT_RETRY: RetryPolicy = { repeats: 5, budgetMs: 90_000 };

/** How an attempt ended. */
export interface Ending {
  /** Null where no answer came. */
  readonly status: number | null;
  /** What Retry-After asks for; null without one. */
  readonly retryAfterMs: number | null;
}

/** What the attempts of a request have come to. */
export interface Spent {
  readonly failures: number;
  readonly waitedMs: number;
}

/**
 * What to wait before the next attempt, or null where there is none. 429 has done nothing and is always repeated. Where no answer came,
 * after 5xx, and while another request with the same key is running (409 with Retry-After), a request is repeated if it may be. Waits double
 * from half a second to 30 seconds, less up to a half by chance, and are never shorter than Retry-After asks.
 * @param isRepeatable whether the request takes effect once, however often it is made
 * @param chance from 0 to 1
 */
export function nextWait(
  { status, retryAfterMs }: Ending,
  isRepeatable: boolean,
  spent: Spent,
  { repeats, budgetMs }: RetryPolicy,
  chance: number,
): { readonly waitMs: number; readonly isFailure: boolean } | null {
  const isLimited = status === 429;
  const isTransient = status === null || status >= 500 || (status === 409 && retryAfterMs !== null);
  if (repeats === 0 || !(isLimited || (isTransient && isRepeatable))) return null;
  // A limit that does not say when it ends is some proxy's: to ask again and again would never end.
  const isFailure = !(isLimited && retryAfterMs !== null);
  if (isFailure && spent.failures >= repeats) return null;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** spent.failures, LONGEST_WAIT_MS) * (1 - chance / 2);
  const waitMs = isFailure ? Math.max(retryAfterMs ?? 0, backoff) : retryAfterMs;
  return spent.waitedMs + waitMs <= budgetMs ? { waitMs, isFailure } : null;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
