/** The decision about a request, and the state of the key after it. */
export interface Decision {
  readonly allowed: boolean;
  readonly limit: number;
  /** The window's length in seconds. */
  readonly windowSeconds: number;
  /** How many more requests the window allows. */
  readonly remaining: number;
  /** Whole seconds, rounded up, until the oldest counted request leaves the window. */
  readonly resetSeconds: number;
  /** Whole seconds, at least 1, after which one more request is allowed; 0 for a request that was allowed. */
  readonly retryAfterSeconds: number;
}

/** The rate that a key may reach: at most `limit` requests in any window of `windowMs` milliseconds. */
export interface Rate {
  readonly limit: number;
  readonly windowMs: number;
}

/** The instants of one key that still count, oldest first: a ring that grows with use, up to the limit. */
export class Window {
  readonly #limit: number;
  readonly #windowMs: number;
  #ring: Float64Array;
  #head = 0;
  #count = 0;

  constructor({ limit, windowMs }: Rate) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#ring = new Float64Array(Math.min(FIRST_CAPACITY, limit));
  }

  /** A window that holds the latest of the instants, given in any order. */
  static of(instants: readonly number[], rate: Rate): Window {
    const window = new Window(rate);
    for (const instant of instants.toSorted((a, b) => a - b).slice(-rate.limit)) window.#add(instant);
    return window;
  }

  get count(): number {
    return this.#count;
  }

  /** The oldest instant that counts; there must be one. */
  get oldest(): number {
    return this.#at(0);
  }

  /** The newest instant that counts; there must be one. */
  get newest(): number {
    return this.#at(this.#count - 1);
  }

  /** All instants that count, oldest first. */
  get instants(): number[] {
    return Array.from({ length: this.#count }, (_, index) => this.#at(index));
  }

  /**
   * Drops instants that have left the window that ends now. Instants later than now (the clock was set back) become
   * now: they go on counting for one window by the new clock, neither less nor for as long as the clock was ahead.
   */
  moveTo(now: number): void {
    while (this.#count > 0 && now - this.#at(0) >= this.#windowMs) {
      this.#head = (this.#head + 1) % this.#ring.length;
      this.#count -= 1;
    }
    for (let i = this.#count - 1; i >= 0 && this.#at(i) > now; i--) this.#ring[this.#slot(i)] = now;
  }

  /** Counts one request at the instant to which the window was moved, if the limit allows it. */
  take(now: number): Decision {
    const allowed = this.#count < this.#limit;
    if (allowed) this.#add(now);
    // The oldest instant is after now - windowMs, so that this is at least 1.
    const resetSeconds = Math.ceil((this.oldest + this.#windowMs - now) / 1000);
    return {
      allowed,
      limit: this.#limit,
      windowSeconds: this.#windowMs / 1000,
      remaining: this.#limit - this.#count,
      resetSeconds,
      retryAfterSeconds: allowed ? 0 : resetSeconds,
    };
  }

  /** Adds an instant, not earlier than those before it. Call only below the limit. */
  #add(instant: number): void {
    if (this.#count === this.#ring.length) this.#grow();
    this.#ring[this.#slot(this.#count)] = instant;
    this.#count += 1;
  }

  #grow(): void {
    const larger = new Float64Array(Math.min(this.#ring.length * 2, this.#limit));
    for (let i = 0; i < this.#count; i++) larger[i] = this.#at(i);
    this.#ring = larger;
    this.#head = 0;
  }

  #at(index: number): number {
    return this.#ring[this.#slot(index)] as number;
  }

  #slot(index: number): number {
    return (this.#head + index) % this.#ring.length;
  }
}

/** 64 bytes: most keys of an idle platform never need more. */
const FIRST_CAPACITY = 8;
