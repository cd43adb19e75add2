import type { Clock } from '../../platform/core/clock.ts';
import { neighbours } from '../../platform/core/neighbours.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { FairShares, type Tenant, TenantShares } from '../../platform/process/load/fair-shares.ts';
import { Problem } from '../problem/problem.ts';
import { BodyPace } from './body-pace.ts';
import type { OverloadLimits } from './overload-limits.ts';

/**
 * Why a request was shed: the state of the process; too many requests in total, of its operation, its institution or its client; too much
 * unread by its institution or client; or too many bytes of their bodies.
 */
export type ShedReason =
  | 'event_loop'
  | 'heap'
  | 'memory'
  | 'requests'
  | 'operation'
  | 'institution'
  | 'client'
  | 'unsent'
  | 'bodies';

/** Metrics of a gateway's load. */
export interface GatewayLoad {
  readonly requestsInFlight: number;
  /** Answers, and parts of answers, that clients have not read yet, in bytes; small answers are not counted. */
  readonly unsentBytes: number;
  /** How many answers were cut off since the start because their readers were too slow. */
  readonly slowReaders: number;
  /** How many requests were shed since the start, by reason. */
  readonly shed: Readonly<Record<ShedReason, number>>;
}

/**
 * Counts the requests in flight and the unread answers, and sheds the excess immediately, so that what is accepted is answered in time.
 * Operations, institutions and clients have fair shares: neither a service that hangs, nor a client that floods the gateway or does not
 * read, can take all of them.
 */
export class Overload {
  readonly bodyPace: BodyPace;
  readonly #idleThreshold: number;
  readonly #operations: FairShares;
  readonly #tenants: TenantShares;
  readonly #unsent: TenantShares;
  readonly #bodies: TenantShares;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #shed: Record<ShedReason, number> = {
    event_loop: 0,
    heap: 0,
    memory: 0,
    requests: 0,
    operation: 0,
    institution: 0,
    client: 0,
    unsent: 0,
    bodies: 0,
  };
  #slowReaders = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(
    limits: Pick<OverloadLimits, 'requestsInFlight' | 'unsentBytes' | 'bodyBytesInFlight'>,
    { clock, log }: { readonly clock: Clock; readonly log: Logger },
  ) {
    const { requestsInFlight, unsentBytes, bodyBytesInFlight } = limits;
    this.bodyPace = new BodyPace(neighbours);
    this.#idleThreshold = Math.ceil(requestsInFlight * IDLE_THRESHOLD_PART);
    this.#operations = new FairShares(requestsInFlight);
    this.#tenants = new TenantShares(requestsInFlight);
    this.#unsent = new TenantShares(unsentBytes);
    this.#bodies = new TenantShares(bodyBytesInFlight);
    this.#clock = clock;
    this.#log = log;
  }

  get load(): GatewayLoad {
    return {
      requestsInFlight: this.#operations.taken,
      unsentBytes: this.#unsent.taken,
      slowReaders: this.#slowReaders,
      shed: { ...this.#shed },
    };
  }

  /** Whether so few requests are in flight that they are no load. */
  get isBelowIdleThreshold(): boolean {
    return this.#operations.taken < this.#idleThreshold;
  }

  /** Reserves a slot for a request, before its client is known; returns the problem when the request is shed. */
  enter(operation: string): Problem | undefined {
    if (this.#operations.take(operation)) return undefined;
    return this.shed(this.#operations.isFull ? 'requests' : 'operation');
  }

  /** Frees what {@link enter} has reserved. */
  leave(operation: string): void {
    this.#operations.leave(operation);
  }

  /** Reserves one of the slots of a client and its institution; returns the problem when the request is shed. */
  enterFor(tenant: Tenant): Problem | undefined {
    neighbours.note(tenant.institutionId);
    const short = this.#tenants.take(tenant);
    return short && this.shed(short);
  }

  /** Frees what {@link enterFor} has reserved. */
  leaveFor(tenant: Tenant): void {
    this.#tenants.leave(tenant);
  }

  /** Reserves bytes for a part of an answer; returns the problem when the request is shed. */
  hold(tenant: Tenant, bytes: number): Problem | undefined {
    return this.#unsent.take(tenant, bytes) && this.shed('unsent');
  }

  /** Reserves bytes for the answer to a completed write, which must be sent in any case. */
  holdSurely(tenant: Tenant, bytes: number): void {
    this.#unsent.add(tenant, bytes);
  }

  /** Frees what {@link hold} and {@link holdSurely} have reserved, as the client reads it. */
  release(tenant: Tenant, bytes: number): void {
    this.#unsent.leave(tenant, bytes);
  }

  /** Counts an answer that was cut off because its reader was too slow. */
  cutOff(): void {
    this.#slowReaders++;
  }

  /** Reserves bytes for the body of a client's request; returns the problem when it is shed. */
  takeBody(tenant: Tenant, bytes: number): Problem | undefined {
    return this.#bodies.take(tenant, bytes) && this.shed('bodies');
  }

  /** Frees what {@link takeBody} has reserved. */
  leaveBody(tenant: Tenant, bytes: number): void {
    this.#bodies.leave(tenant, bytes);
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

/** The fraction of the slots below which the gateway is quiet. */
const IDLE_THRESHOLD_PART = 0.04;
const LOG_EVERY_MS = 10_000;
