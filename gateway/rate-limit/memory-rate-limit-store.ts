import { Generations } from './generations.ts';
import type { Decision, Rate, RateLimitStore } from './rate-limit-store.ts';
import { takeFromWindow } from './take-from-window.ts';
import { Window } from './window.ts';

/**
 * The exact sliding window of one process. A request counts from its instant up to, but not including, the instant one window later. Keys
 * are forgotten between one and two windows after their last use, when all that they counted has left its window.
 */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #rate: Rate;
  readonly #windows: Generations<Window>;

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#windows = new Generations(rate.windowMs, () => new Window(rate.limit, rate.windowMs));
  }

  /** How many keys are held: those used within the last two windows. */
  get size(): number {
    return this.#windows.size;
  }

  take(key: string, now: number): Decision {
    const window = this.#windows.of(key, now);
    window.moveTo(now);
    return takeFromWindow(window, now, this.#rate);
  }
}
