import { systemClock } from '../../platform/core/clock.ts';
import type { SharedCells } from '../../platform/events/nats/shared-cells.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { Generations, type RateLimitStore } from './rate-limit-store.ts';
import { AHEAD_MS, SharedCounter } from './shared-counter.ts';
import { Sharing } from './sharing.ts';
import type { Decision, Rate } from './window.ts';

interface Options {
  readonly rate: Rate;
  readonly cells: SharedCells;
  readonly log: Logger;
}

/**
 * The exact sliding window of all gateways together: each key's instants are in a cell updated by compare-and-set, some of them before their
 * requests come (see SharedCounter). While the cells are unavailable or too slow, each gateway counts on its own from what it knew last, and
 * adds what it has counted to the cells afterwards.
 */
export class SharedRateLimitStore implements RateLimitStore {
  readonly #sharing: Sharing;
  readonly #counters: Generations<SharedCounter>;
  readonly #ahead = new Set<SharedCounter>();
  #settling: NodeJS.Timeout | undefined;
  #localDecisions = 0;

  private constructor({ rate, cells, log }: Options) {
    this.#sharing = new Sharing(cells, log);
    const onLocal = () => {
      this.#localDecisions += 1;
    };
    const onAhead = (counter: SharedCounter) => void this.#ahead.add(counter);
    this.#counters = new Generations(
      rate.windowMs,
      (key) => new SharedCounter(key, { rate, cells, sharing: this.#sharing, onLocal, onAhead }),
    );
  }

  static async start(options: Options): Promise<SharedRateLimitStore> {
    const store = new SharedRateLimitStore(options);
    await store.#sharing.start();
    store.#settling = setInterval(() => void store.settle(systemClock.now()), AHEAD_MS).unref();
    return store;
  }

  /** Metric: whether this gateway currently counts on its own. */
  get isLocal(): boolean {
    return !this.#sharing.isOn;
  }

  /** Metric: how many requests this gateway has decided on its own since its start. */
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
