import { CommonTime } from './common-time.ts';
import { Generations } from './generations.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SharedCells } from './shared-cells.ts';
import { AHEAD_MS, SharedCounter } from './shared-counter.ts';
import { Sharing, type SharingListener } from './sharing.ts';
import type { Decision, Rate } from './window.ts';

export interface SharedRateLimiterOptions extends SharingListener {
  readonly rate: Rate;
  readonly cells: SharedCells;
  /**
   * The clock that also gives the instants of {@link RateLimiter.take}: milliseconds of any origin. A step of it
   * forgets, or keeps for longer, the earlier counts, so a monotonic clock is best.
   */
  readonly now: () => number;
}

/**
 * The exact sliding window of all processes together: each key's instants are in a cell updated by compare-and-set,
 * some of them before their requests come (see SharedCounter). While the cells are unavailable or too slow, each
 * process counts alone from the last known state, and adds its own counts to the cells afterwards.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #sharing: Sharing;
  readonly #counters: Generations<SharedCounter>;
  readonly #ahead = new Set<SharedCounter>();
  readonly #settling: NodeJS.Timeout;
  #localDecisions = 0;

  private constructor(options: SharedRateLimiterOptions) {
    const { rate, cells, now } = options;
    const time = new CommonTime();
    this.#sharing = new Sharing(async () => {
      const theirs = await cells.open();
      time.open(theirs, now());
    }, options);
    const onLocal = () => {
      this.#localDecisions += 1;
    };
    const onAhead = (counter: SharedCounter) => void this.#ahead.add(counter);
    this.#counters = new Generations(
      rate.windowMs,
      (key) => new SharedCounter(key, { rate, cells, time, sharing: this.#sharing, onLocal, onAhead }),
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

  /** Gives back requests that were counted ahead and have not come; called regularly. @param now as for `take` */
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
