import type { Clock } from '../../services/chassis/clock.ts';
import type { Logger } from '../../services/chassis/log.ts';
import { Problem } from '../problem/problem.ts';
import { FairShares } from './fair-shares.ts';

/** What a request was shed for: the state of the process, or too many requests, of all, of its operation, or of its client. */
export type ShedReason = 'event_loop' | 'heap' | 'requests' | 'operation' | 'client';

/** How a gateway is loaded: measures. */
export interface GatewayLoad {
  readonly requestsInFlight: number;
  /** How many requests were shed since the start, by reason. */
  readonly shed: Readonly<Record<ShedReason, number>>;
}

/**
 * Counts the requests under way, and sheds those that are too many: at once, so that what is answered at all is answered in time. Operations
 * and clients have fair shares of the places, so that neither a service that hangs nor a client that floods takes them all.
 */
export class Overload {
  readonly #quiet: number;
  readonly #operations: FairShares;
  readonly #clients: FairShares;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #shed: Record<ShedReason, number> = { event_loop: 0, heap: 0, requests: 0, operation: 0, client: 0 };
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(requestsInFlight: number, { clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#quiet = Math.ceil(requestsInFlight * QUIET_PART);
    this.#operations = new FairShares(requestsInFlight);
    this.#clients = new FairShares(requestsInFlight);
    this.#clock = clock;
    this.#log = log;
  }

  get load(): GatewayLoad {
    return { requestsInFlight: this.#operations.taken, shed: { ...this.#shed } };
  }

  /** Whether so few requests are under way that they are no load. */
  get isQuiet(): boolean {
    return this.#operations.taken < this.#quiet;
  }

  /** Takes a place for a request, of whomever; returns the problem when it is shed instead. */
  enter(operation: string): Problem | undefined {
    if (this.#operations.take(operation)) return undefined;
    return this.shed(this.#operations.isFull ? 'requests' : 'operation');
  }

  /** Ends what {@link enter} has begun. */
  leave(operation: string): void {
    this.#operations.leave(operation);
  }

  /** Takes a client's place for a request of his; returns the problem when it is shed instead. */
  enterFor(client: string): Problem | undefined {
    return this.#clients.take(client) ? undefined : this.shed('client');
  }

  /** Ends what {@link enterFor} has begun. */
  leaveFor(client: string): void {
    this.#clients.leave(client);
  }

  /** Counts a request as shed; returns its answer. */
  shed(reason: ShedReason): Problem {
    this.#shed[reason]++;
    const now = this.#clock.now();
    // Of many the log needs one line.
    if (now - this.#saidAt >= SAY_EVERY_MS || now < this.#saidAt) {
      this.#saidAt = now;
      this.#log.warn({ reason, ...this.load }, 'requests are shed');
    }
    return new Problem(503, 'internal_error', {
      detail: 'The platform is busy. Repeat the request.',
      headers: { 'retry-after': '1' },
    });
  }
}

/** Of the places. */
const QUIET_PART = 0.04;
const SAY_EVERY_MS = 10_000;
