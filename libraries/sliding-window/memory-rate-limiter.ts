import { Generations } from './generations.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type Decision, type Rate, Window } from './window.ts';

/**
 * The exact sliding window of one process. A request counts from its instant up to, but not including, the instant one
 * window later. Keys are dropped between one and two windows after their last use, when all that they counted has left
 * its window.
 */
export class MemoryRateLimiter implements RateLimiter {
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
