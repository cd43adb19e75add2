import type { Decision } from './window.ts';

/** Counts requests per key in a sliding window. */
export interface RateLimiter {
  /**
   * Counts one request of the key at an instant, if the limit allows it. A rejected request does not count.
   * @param now milliseconds of the clock that the limiter was made for
   */
  take(key: string, now: number): Promise<Decision> | Decision;
  /**
   * Whether a limiter that shares its counts with other processes currently counts alone; undefined for one that does
   * not share.
   */
  readonly isLocal?: boolean;
  /** How many requests a limiter with shared counts has decided alone since its start. */
  readonly localDecisions?: number;
}
