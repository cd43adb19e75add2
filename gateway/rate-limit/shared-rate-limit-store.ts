import type { SharedCells } from '../../platform/events/nats/shared-cells.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { Generations, type RateLimitStore } from './rate-limit-store.ts';
import { SharedCounter } from './shared-counter.ts';
import { Sharing } from './sharing.ts';
import type { Decision, Rate } from './window.ts';

interface Options {
  readonly rate: Rate;
  readonly cells: SharedCells;
  readonly log: Logger;
}

/**
 * The exact sliding window of all gateways together: each key's instants are a cell that is compared and set. While the cells cannot be used, or
 * not soon enough, each gateway counts on its own from what it knew last; what it has counted meanwhile goes into the cells afterwards.
 */
export class SharedRateLimitStore implements RateLimitStore {
  readonly #sharing: Sharing;
  readonly #counters: Generations<SharedCounter>;
  #localDecisions = 0;

  private constructor({ rate, cells, log }: Options) {
    this.#sharing = new Sharing(cells, log);
    const onLocal = () => {
      this.#localDecisions += 1;
    };
    this.#counters = new Generations(
      rate.windowMs,
      (key) => new SharedCounter(key, { rate, cells, sharing: this.#sharing, onLocal }),
    );
  }

  static async start(options: Options): Promise<SharedRateLimitStore> {
    const store = new SharedRateLimitStore(options);
    await store.#sharing.start();
    return store;
  }

  /** Whether this gateway counts on its own at the moment; a measure, as the next one. */
  get isLocal(): boolean {
    return !this.#sharing.isOn;
  }

  /** How many requests this gateway has decided about on its own since its start. */
  get localDecisions(): number {
    return this.#localDecisions;
  }

  take(key: string, now: number): Promise<Decision> | Decision {
    return this.#counters.of(key, now).take(now);
  }

  close(): Promise<void> {
    return this.#sharing.close();
  }
}
