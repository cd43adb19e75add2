import { Generations } from './generations.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SharedCells } from './shared-cells.ts';
import { AHEAD_MS, SharedCounter } from './shared-counter.ts';
import { Sharing, type SharingListener } from './sharing.ts';
import type { Decision, Rate } from './window.ts';

export interface SharedRateLimiterOptions extends SharingListener {
  readonly rate: Rate;
  readonly cells: SharedCells;
  /** The clock that also gives the instants of {@link RateLimiter.take}: epoch milliseconds. */
  readonly now: () => number;
}

/**
 * The exact sliding window of all processes together: each key's instants are in a cell updated by compare-and-set,
 * some of them before their requests come (see SharedCounter). While the cells are unavailable or too slow, each
 * process counts alone from what it knew last, and adds what it has counted to the cells afterwards.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #sharing: Sharing;
  readonly #counters: Generations<SharedCounter>;
  readonly #ahead = new Set<SharedCounter>();
  readonly #settling: NodeJS.Timeout;
  #localDecisions = 0;

  private constructor(options: SharedRateLimiterOptions) {
    const { rate, cells, now } = options;
    this.#sharing = new Sharing(cells, options);
    const onLocal = () => {
      this.#localDecisions += 1;
    };
    const onAhead = (counter: SharedCounter) => void this.#ahead.add(counter);
    this.#counters = new Generations(
      rate.windowMs,
      (key) => new SharedCounter(key, { rate, cells, sharing: this.#sharing, onLocal, onAhead }),
    );
    this.#settling = setInterval(() => void this.settle(now()), AHEAD_MS).unref();
  }

  /** Opens the cells. If they cannot be opened, it counts alone and goes on trying. */
  static async start(options: SharedRateLimiterOptions): Promise<SharedRateLimiter> {
    const limiter = new SharedRateLimiter(options);
    await limiter.#sharing.start();
    return limiter;
  }

  get isLocal(): boolean {
    return !this.#sharing.isOn;
  }

  get localDecisions(): number {
    return this.#localDecisions;
  }

  take(key: string, now: number): Promise<Decision> | Decision {
    return this.#counters.of(key, now).take(now);
  }

  /** Gives back what was counted ahead and has not come; called regularly. @param now epoch milliseconds */
  async settle(now: number): Promise<void> {
    await Promise.all(
      Array.from(this.#ahead, async (counter) => {
        if (await counter.settle(now)) this.#ahead.delete(counter);
      }),
    );
  }

  close(): Promise<void> {
    clearInterval(this.#settling);
    return this.#sharing.close();
  }
}
