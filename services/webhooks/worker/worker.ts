import { setTimeout as delay } from 'node:timers/promises';
import { deadlineAfter, remainingMs } from '../../../platform/core/clock.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { type EndpointHealth, HEALTHY } from '../domain/endpoint-health.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Sender } from '../sender/sender.ts';
import { type LeasedEndpoint, leaseEndpoints, releaseLease, renewLease } from '../store/endpoint-queues.ts';
import { deliverDue } from './deliver-due.ts';

/** Endpoints that are served at once. */
const PLACES = 128;
/** How many of them may be failing at present: the rest is for receivers that answer. */
const PLACES_OF_FAILING = PLACES / 4;
const LEASE_MS = 30_000;
/** A request and the record of it end within this time. */
const ROUND_MS = 15_000;
/** After so many rounds an endpoint makes room for others. */
const ROUNDS_AT_MOST = 16;
const PAUSE_MS = 500;

interface Options {
  readonly runtime: Pick<Runtime, 'db' | 'clock' | 'ids' | 'log'>;
  readonly sender: Sender;
  readonly keys: KeyRing;
}

/**
 * Sends deliveries, beside other replicas that do the same: each endpoint is one worker's at a time, by a lease that ends by itself, so that what a worker
 * which was killed had begun is sent again. A worker that was stopped and wakes up knows by the clock that its leases are over, and sends nothing.
 */
export class Worker {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  readonly #serving = new Map<Promise<void>, { readonly isFailing: boolean }>();
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
    await this.#loop;
    await Promise.all(this.#serving.keys());
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#leaseMore().catch((error) => {
        this.#options.runtime.log.warn({ err: error }, 'no endpoints can be looked for, they are looked for again');
      });
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #leaseMore(): Promise<void> {
    const { db, clock, ids } = this.#options.runtime;
    const failing = [...this.#serving.values()].filter(({ isFailing }) => isFailing).length;
    const lease = ids.newId();
    const deadline = deadlineAfter(LEASE_MS);
    const now = clock.now();
    const endpoints = await db.transaction((tx) =>
      leaseEndpoints(tx, {
        lease,
        now: toInstantText(now),
        until: toInstantText(now + LEASE_MS),
        healthy: PLACES - PLACES_OF_FAILING - (this.#serving.size - failing),
        failing: PLACES_OF_FAILING - failing,
      }),
    );
    for (const endpoint of endpoints) {
      const served = this.#serve({ ...endpoint, lease }, deadline);
      this.#serving.set(served, { isFailing: endpoint.failingSince !== null });
      void served.finally(() => this.#serving.delete(served));
    }
  }

  /** Never throws. */
  async #serve(endpoint: LeasedEndpoint & { readonly lease: string }, leasedUntil: number): Promise<void> {
    const { runtime } = this.#options;
    const { db, clock, log } = runtime;
    let deadline = leasedUntil;
    let health = healthOf(endpoint);
    try {
      for (let round = 0; round < ROUNDS_AT_MOST && health.isEnabled && !this.#stopping.signal.aborted; round++) {
        if (remainingMs(deadline) < ROUND_MS) {
          const next = deadlineAfter(LEASE_MS);
          const until = toInstantText(clock.now() + LEASE_MS);
          if (remainingMs(deadline) <= 0 || !(await renewLease(db, { ...endpoint, until }))) return;
          deadline = next;
        }
        const done = await deliverDue(runtime, endpoint, health, this.#options);
        if (done.isIdle) break;
        health = done.health;
      }
      await db.transaction((tx) => releaseLease(tx, endpoint));
    } catch (error) {
      const { institutionId, endpointId } = endpoint;
      log.warn({ err: error, institutionId, endpointId }, 'an endpoint could not be served, it is when its lease ends');
    }
  }
}

function healthOf({ failingSince, lastFailedAt }: LeasedEndpoint): EndpointHealth {
  const epochMs = (text: string | null) => (text === null ? null : fromInstantText(text));
  return { ...HEALTHY, failingSince: epochMs(failingSince), lastFailedAt: epochMs(lastFailedAt) };
}
