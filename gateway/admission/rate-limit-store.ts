import { type Decision, type Rate, Window } from './window.ts';

/** Counts requests per key in a sliding window (decisions 6). */
export interface RateLimitStore {
  /**
   * Counts one request of the key at an instant, if the limit allows it. A rejected request does not count.
   * @param now epoch milliseconds.
   */
  take(key: string, now: number): Promise<Decision> | Decision;
  /** Whether a store that shares its count with others currently counts on its own; undefined for a store that does not share. */
  readonly isLocal?: boolean;
  /** How many requests such a store has decided on its own since its start. */
  readonly localDecisions?: number;
}

/** Requests per window, and its length. */
export const RATE_LIMIT: Rate = { limit: 1000, windowMs: 60_000 };

/** The RateLimit headers of every answer to a request with valid credentials (decisions 6). Retry-After belongs to the 429 itself. */
export function rateLimitHeaders(decision: Decision): Record<string, string> {
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(decision.remaining),
    'ratelimit-reset': String(decision.resetSeconds),
    'ratelimit-policy': `${decision.limit};w=${decision.windowSeconds}`,
  };
}

/**
 * The exact sliding window of one process. A request counts from its instant up to, but not including, the instant one window later. Keys
 * are dropped between one and two windows after their last use, when all that they counted has left its window.
 */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #windows: Generations<Window>;

  constructor(rate: Rate) {
    this.#windows = new Generations(rate.windowMs, () => new Window(rate));
  }

  /** How many keys are held: those used within the last two windows. */
  get size(): number {
    return this.#windows.size;
  }

  take(key: string, now: number): Decision {
    const window = this.#windows.of(key, now);
    window.moveTo(now);
    return window.take(now);
  }
}

/**
 * Values by key, dropped when their keys are idle. They live in two generations: a key that is used moves to the young one; once per span
 * the old one is dropped and the young one becomes old. So a key is dropped between one and two spans after its last use.
 */
export class Generations<T> {
  readonly #spanMs: number;
  readonly #make: (key: string) => T;
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  constructor(spanMs: number, make: (key: string) => T) {
    this.#spanMs = spanMs;
    this.#make = make;
  }

  /** How many keys are held: those used within the last two spans. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The value of a key that is used at an instant, created when there is none. */
  of(key: string, now: number): T {
    this.#rotate(now);
    const known = this.#young.get(key);
    if (known) return known;
    const thing = this.#old.get(key) ?? this.#make(key);
    this.#old.delete(key);
    this.#young.set(key, thing);
    return thing;
  }

  #rotate(now: number): void {
    // The clock was set back: earlier readings no longer tell how old anything is.
    if (now < this.#turnedAt) this.#turnedAt = now;
    if (now - this.#turnedAt < this.#spanMs) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#turnedAt = now;
  }
}
