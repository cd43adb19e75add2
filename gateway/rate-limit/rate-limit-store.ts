/** Counts requests per key in a sliding window (spec: Limits; decisions 6). */
export interface RateLimitStore {
  /**
   * Counts one request of the key at an instant, if the limit allows it. A refused one does not count.
   * @param now epoch milliseconds.
   */
  take(key: string, now: number): Promise<Decision> | Decision;
  /** Whether a store that shares its count with others counts on its own at the moment; undefined for one that shares with nobody. */
  readonly isLocal?: boolean;
  /** How many requests such a store has decided about on its own since its start. */
  readonly localDecisions?: number;
}

/** What became of a request, and how the key stands after it. */
export interface Decision {
  readonly allowed: boolean;
  readonly limit: number;
  /** The window's length in seconds. */
  readonly windowSeconds: number;
  /** How many more requests the window has room for. */
  readonly remaining: number;
  /** Whole seconds, rounded up, until the oldest counted request leaves the window. */
  readonly resetSeconds: number;
  /** Whole seconds, at least 1, after which one more request is allowed; 0 for a request that was allowed. */
  readonly retryAfterSeconds: number;
}

/** The rate that a key may reach: so many requests in any window of so many milliseconds. */
export interface Rate {
  readonly limit: number;
  readonly windowMs: number;
}
