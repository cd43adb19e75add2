import type { Decision, Rate, RateLimitStore } from './rate-limit-store.ts';
import { Window } from './window.ts';

/**
 * The exact sliding window of one process. A request counts from its instant up to, but not including, the instant one window later.
 *
 * Keys live in two generations. A key that is used moves to the young one; once per window the old one is dropped and the young one
 * becomes old. So a key is forgotten between one and two windows after its last use, when all that it counted has left its window.
 */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #limit: number;
  readonly #windowMs: number;
  #young = new Map<string, Window>();
  #old = new Map<string, Window>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  constructor({ limit, windowMs }: Rate) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** How many keys are held: those used within the last two windows. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  take(key: string, now: number): Decision {
    this.#turn(now);
    const window = this.#windowOf(key);
    window.moveTo(now);
    const allowed = window.count < this.#limit;
    if (allowed) window.add(now);
    // The oldest instant is after now - windowMs, so that this is at least 1.
    const resetSeconds = Math.ceil((window.oldest + this.#windowMs - now) / 1000);
    return {
      allowed,
      limit: this.#limit,
      windowSeconds: this.#windowMs / 1000,
      remaining: this.#limit - window.count,
      resetSeconds,
      retryAfterSeconds: allowed ? 0 : resetSeconds,
    };
  }

  #turn(now: number): void {
    // A clock that was set back: what it showed before no longer says how old anything is.
    if (now < this.#turnedAt) this.#turnedAt = now;
    if (now - this.#turnedAt < this.#windowMs) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#turnedAt = now;
  }

  #windowOf(key: string): Window {
    const known = this.#young.get(key);
    if (known) return known;
    const window = this.#old.get(key) ?? new Window(this.#limit, this.#windowMs);
    this.#old.delete(key);
    this.#young.set(key, window);
    return window;
  }
}
