import { deadlineAfter } from '../../../platform/core/clock.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { LEASE_MS, type LeasedEndpoint, leaseEndpoints } from '../store/endpoint-queues.ts';
import { type ServeOptions, serveEndpoint } from './serve-endpoint.ts';
import type { Wake } from './wake.ts';

/** Endpoints that are served at once: those whose receivers answer, and those that fail or are slow, which so delay nobody else. */
const SLOTS = { healthy: 48, troubled: 16 };
const LOOKS_EVERY_MS = 500;

type Kind = keyof typeof SLOTS;

interface Options extends ServeOptions {
  readonly wake: Wake;
}

/**
 * Sends deliveries, beside other replicas that do the same: each endpoint is one worker's at a time, by a lease that ends by itself, so that what a worker
 * which was killed had begun is sent again.
 */
export class Worker {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  readonly #serving = new Map<Promise<void>, Kind>();
  #loop: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Begins nothing more, and waits for the requests that are under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#options.wake.set();
    await this.#loop;
    await Promise.all(this.#serving.keys());
  }

  async #run(): Promise<void> {
    const { wake, runtime } = this.#options;
    while (!this.#stopping.signal.aborted) {
      await this.#leaseMore().catch((error) => {
        runtime.log.warn({ err: error }, 'no endpoints can be looked for, they are looked for again');
      });
      await wake.wait(LOOKS_EVERY_MS);
    }
  }

  async #leaseMore(): Promise<void> {
    const [healthy, troubled] = [this.#free('healthy'), this.#free('troubled')];
    if (healthy + troubled === 0) return;
    const { db, clock, ids } = this.#options.runtime;
    const lease = ids.newId();
    const now = toInstantText(clock.now());
    const leasedUntil = deadlineAfter(LEASE_MS);
    const endpoints = await db.transaction((tx) => leaseEndpoints(tx, { lease, now, healthy, troubled }));
    for (const endpoint of endpoints) this.#begin({ ...endpoint, lease }, leasedUntil);
  }

  #begin(endpoint: LeasedEndpoint & { readonly lease: string }, leasedUntil: number): void {
    const kind = endpoint.failingSince === null && !endpoint.isSlow ? 'healthy' : 'troubled';
    const served = this.#serve(endpoint, leasedUntil).then((isDue) => {
      const wasFull = this.#free(kind) === 0;
      this.#serving.delete(served);
      if (isDue || wasFull) this.#options.wake.set();
    });
    this.#serving.set(served, kind);
  }

  /** Never throws. */
  async #serve(endpoint: LeasedEndpoint & { readonly lease: string }, leasedUntil: number): Promise<boolean> {
    const { signal } = this.#stopping;
    try {
      return await serveEndpoint(endpoint, { leasedUntil, signal }, this.#options);
    } catch (error) {
      const { institutionId, endpointId } = endpoint;
      const { log } = this.#options.runtime;
      log.warn({ err: error, institutionId, endpointId }, 'an endpoint could not be served, it is when its lease ends');
      return false;
    }
  }

  #free(kind: Kind): number {
    return SLOTS[kind] - [...this.#serving.values()].filter((each) => each === kind).length;
  }
}
