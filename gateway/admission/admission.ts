import type { Clock } from '../../platform/core/clock.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { Problem } from '../problem/problem.ts';
import { Costs } from './costs.ts';
import { FairQueue, type Tenant } from './fair-queue.ts';
import type { AdmissionLimits } from './limits.ts';

/**
 * Why a request was shed: the event loop is late, the memory of the process is nearly used up, too many requests are in
 * the gateway, too many of its institution are, or its turn did not come in time.
 */
export type ShedReason = 'event_loop' | 'memory' | 'requests' | 'institution' | 'wait';

/** Metrics of a gateway's load. */
export interface GatewayLoad {
  readonly requestsInFlight: number;
  /** The requests in flight that wait for their turn. */
  readonly requestsWaiting: number;
  /** How many answers were cut off since the start because their readers were too slow. */
  readonly slowReaders: number;
  /** How many requests were shed since the start, by reason. */
  readonly shed: Readonly<Record<ShedReason, number>>;
}

/**
 * Admits requests: a bounded number to the gateway, of which no institution gets so many that none is left for another,
 * and to the work of each service as many at once as their costs allow. Each service has a queue of its own, so that
 * one that hangs delays its own requests only.
 */
export class Admission {
  readonly costs = new Costs();
  /** How long a request waits for its turn, in milliseconds. */
  readonly waitMs: number;
  readonly #maxRequests: number;
  readonly #costInFlight: number;
  readonly #queues = new Map<string, FairQueue>();
  /** The places in the gateway that institutions hold. */
  readonly #places = new Map<string, number>();
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #shed: Record<ShedReason, number> = { event_loop: 0, memory: 0, requests: 0, institution: 0, wait: 0 };
  #requestsInFlight = 0;
  #slowReaders = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(
    { requestsInFlight, costInFlight, waitMs }: Pick<AdmissionLimits, 'requestsInFlight' | 'costInFlight' | 'waitMs'>,
    { clock, log }: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.#maxRequests = requestsInFlight;
    this.#costInFlight = costInFlight;
    this.waitMs = waitMs;
    this.#clock = clock;
    this.#log = log;
  }

  get load(): GatewayLoad {
    return {
      requestsInFlight: this.#requestsInFlight,
      requestsWaiting: [...this.#queues.values()].reduce((sum, { waiting }) => sum + waiting, 0),
      slowReaders: this.#slowReaders,
      shed: { ...this.#shed },
    };
  }

  /** Whether so few requests are in flight that they are no load. */
  get isBelowIdleThreshold(): boolean {
    return this.#requestsInFlight < Math.ceil(this.#maxRequests * IDLE_THRESHOLD_PART);
  }

  /** Takes a request into the gateway, before its client is known; undefined when it is full. */
  arrive(): Ticket | undefined {
    if (this.#requestsInFlight >= this.#maxRequests) return undefined;
    this.#requestsInFlight++;
    return new Ticket(this, () => this.#requestsInFlight--);
  }

  /**
   * Gives the request one of its institution's places; false if it has twice as many as are free, so that some stay
   * free for others.
   */
  takePlace({ institutionId }: Tenant): boolean {
    const held = this.#places.get(institutionId) ?? 0;
    if (held > 2 * (this.#maxRequests - this.#requestsInFlight)) return false;
    this.#places.set(institutionId, held + 1);
    return true;
  }

  leavePlace({ institutionId }: Tenant): void {
    const held = this.#places.get(institutionId) ?? 0;
    if (held > 1) this.#places.set(institutionId, held - 1);
    else this.#places.delete(institutionId);
  }

  /** The queue of the requests to a service. */
  queueOf(service: string): FairQueue {
    return this.#queues.getOrInsertComputed(service, () => new FairQueue(this.#costInFlight));
  }

  /** Counts an answer that was cut off because its reader was too slow. */
  cutOff(): void {
    this.#slowReaders++;
  }

  /** Counts a request as shed; returns its answer. */
  shed(reason: ShedReason): Problem {
    this.#shed[reason]++;
    const now = this.#clock.now();
    // Log at most once per 10 s.
    if (now - this.#loggedAt >= LOG_EVERY_MS || now < this.#loggedAt) {
      this.#loggedAt = now;
      this.#log.warn({ reason, ...this.load }, 'requests are shed');
    }
    return new Problem(503, 'internal_error', {
      detail: 'The platform is busy. Repeat the request.',
      headers: { 'retry-after': '1' },
    });
  }
}

/** The places that a request holds in the gateway until its answer has left. */
export class Ticket {
  readonly #admission: Admission;
  readonly #releases: (() => void)[];
  #hasLeft = false;

  constructor(admission: Admission, release: () => void) {
    this.#admission = admission;
    this.#releases = [release];
  }

  /** Counts the request for its institution; returns the problem when that has too many. */
  countFor(tenant: Tenant): Problem | undefined {
    // If the client disconnected during the look-up, nothing would ever release it.
    if (this.#hasLeft) return undefined;
    if (!this.#admission.takePlace(tenant)) return this.#admission.shed('institution');
    this.#releases.push(() => this.#admission.leavePlace(tenant));
    return undefined;
  }

  /**
   * Calls `next` when it is the request's turn at the service, at once if there is room; with the problem if it does
   * not come in time.
   */
  awaitTurn(service: string, tenant: Tenant, cost: number, next: (problem?: Problem) => void): void {
    if (this.#hasLeft) return;
    let timer: NodeJS.Timeout | undefined;
    let hasBegun = false;
    const leave = this.#admission.queueOf(service).enter(tenant, cost, () => {
      hasBegun = true;
      clearTimeout(timer);
      next();
    });
    this.#releases.push(() => {
      clearTimeout(timer);
      // A body is checked and answered while its bytes are read: only in the next round of the event loop may others
      // begin instead, or all that have arrived would be worked on in this one.
      if (hasBegun) setImmediate(leave);
      else leave();
    });
    if (hasBegun) return;
    timer = setTimeout(() => {
      this.leave();
      next(this.#admission.shed('wait'));
    }, this.#admission.waitMs);
  }

  /** Ends the request. */
  leave(): void {
    this.#hasLeft = true;
    for (const release of this.#releases.splice(0)) release();
  }
}

/** The fraction of the requests below which the gateway is quiet. */
const IDLE_THRESHOLD_PART = 0.04;
const LOG_EVERY_MS = 10_000;
