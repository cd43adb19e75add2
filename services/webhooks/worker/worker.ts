import { deadlineAfter } from '../../../platform/core/clock.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { LEASE_MS } from '../store/endpoint-queues.ts';
import { type LeasedEndpoint, leaseEndpoints, nextDueAt, ONE_OF_A_HOST } from '../store/lease-endpoints.ts';
import { type ServeOptions, serveEndpoint } from './serve-endpoint.ts';
import type { Wake } from './wake.ts';

/**
 * Endpoints served at once: those whose receivers respond, and those that fail or are slow, which therefore delay no
 * others.
 */
const SLOTS = { healthy: 48, troubled: 16 };
/** While something is due that another worker may be about to leave, or will be soon. */
const POLL_MS = 500;
/** The longest pause: only commits of other processes, which wake their own workers, make something due earlier. */
const IDLE_MS = 5_000;

type Kind = keyof typeof SLOTS;

interface Options extends ServeOptions {
  readonly wake: Wake;
  /** {@link IDLE_MS} by default. */
  readonly idleMs?: number;
}

/**
 * Sends deliveries, beside other replicas that do the same. A lease gives each endpoint to one worker at a time and
 * expires by itself, so that another worker sends the deliveries that a killed one had begun.
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

  /** Starts nothing more, and waits for the requests in flight. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#options.wake.set();
    await this.#loop;
    await Promise.all(this.#serving.keys());
  }

  async #run(): Promise<void> {
    const { wake, runtime } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const pauseMs = await this.#leaseMore().catch((error) => {
        // Another worker has leased an endpoint of the same host at the same moment: choose again.
        if (error.constraint === ONE_OF_A_HOST) wake.set();
        else runtime.log.warn({ err: error }, 'cannot look for due endpoints; retrying');
        return POLL_MS;
      });
      await wake.wait(pauseMs);
    }
  }

  /** Returns after how many milliseconds to look again, if nothing wakes this worker. */
  async #leaseMore(): Promise<number> {
    const [healthy, troubled] = [this.#free('healthy'), this.#free('troubled')];
    if (healthy + troubled === 0) return POLL_MS;
    const { runtime, idleMs = IDLE_MS } = this.#options;
    const { db, clock, ids } = runtime;
    const lease = ids.newId();
    const now = toInstantText(clock.now());
    const leasedUntil = deadlineAfter(LEASE_MS);
    const endpoints = await db.transaction((tx) => leaseEndpoints(tx, { lease, now, healthy, troubled }), {
      of: 'own',
    });
    for (const endpoint of endpoints) this.#begin({ ...endpoint, lease }, leasedUntil);
    if (endpoints.length > 0) return POLL_MS;
    const dueAt = await nextDueAt(db);
    return dueAt === null ? idleMs : Math.min(Math.max(fromInstantText(dueAt) - clock.now(), POLL_MS), idleMs);
  }

  #begin(endpoint: LeasedEndpoint & { readonly lease: string }, leasedUntil: number): void {
    const kind = endpoint.failingSince === null && !endpoint.isSlow ? 'healthy' : 'troubled';
    const served = this.#serve(endpoint, leasedUntil).then(() => {
      this.#serving.delete(served);
      // The endpoint, or another of its host, may be due.
      this.#options.wake.set();
    });
    this.#serving.set(served, kind);
  }

  /** Never throws. */
  async #serve(endpoint: LeasedEndpoint & { readonly lease: string }, leasedUntil: number): Promise<void> {
    const { signal } = this.#stopping;
    try {
      await serveEndpoint(endpoint, { leasedUntil, signal }, this.#options);
    } catch (error) {
      const { institutionId, endpointId } = endpoint;
      const { log } = this.#options.runtime;
      log.warn(
        { err: error, institutionId, endpointId },
        'cannot serve an endpoint; it is served again when its lease ends',
      );
    }
  }

  #free(kind: Kind): number {
    return SLOTS[kind] - [...this.#serving.values()].filter((each) => each === kind).length;
  }
}
