import type { Clock } from '../../platform/core/clock.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { FairShares, type Tenant, TenantShares } from '../../platform/process/load/fair-shares.ts';
import { Problem } from '../problem/problem.ts';
import { BodyPace } from './body-pace.ts';
import { Neighbours } from './neighbours.ts';
import type { OverloadLimits } from './overload-limits.ts';

/**
 * What a request was shed for: the state of the process, too many requests, of all, of its operation, of its institution or its client, too
 * much that its institution or client has not read, or too many bytes of their bodies.
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

/** How a gateway is loaded: measures. */
export interface GatewayLoad {
  readonly requestsInFlight: number;
  /** Answers, and parts of them, that clients have not taken yet, in bytes; small answers are not counted. */
  readonly unsentBytes: number;
  /** How many answers were cut off since the start because their readers took less than they must. */
  readonly slowReaders: number;
  /** How many requests were shed since the start, by reason. */
  readonly shed: Readonly<Record<ShedReason, number>>;
}

/**
 * Counts the requests under way and the answers that are not read, and sheds what is too much: at once, so that what is answered at all is
 * answered in time. Operations, institutions and clients have fair shares, so that neither a service that hangs nor one who floods, or does
 * not read, takes them all.
 */
export class Overload {
  readonly neighbours: Neighbours;
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
    this.neighbours = new Neighbours(clock);
    this.bodyPace = new BodyPace(this.neighbours);
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

  /** Whether so few requests are under way that they are no load. */
  get isBelowIdleThreshold(): boolean {
    return this.#operations.taken < this.#idleThreshold;
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

  /** Takes a place among those of a client and his institution; returns the problem when the request is shed instead. */
  enterFor(tenant: Tenant): Problem | undefined {
    this.neighbours.note(tenant.institutionId);
    const short = this.#tenants.take(tenant);
    return short && this.shed(short);
  }

  /** Ends what {@link enterFor} has begun. */
  leaveFor(tenant: Tenant): void {
    this.#tenants.leave(tenant);
  }

  /** Takes room for a part of an answer, in bytes; returns the problem when the request is shed instead. */
  hold(tenant: Tenant, bytes: number): Problem | undefined {
    return this.#unsent.take(tenant, bytes) && this.shed('unsent');
  }

  /** The same for the answer to something that is done, which must be told. */
  holdSurely(tenant: Tenant, bytes: number): void {
    this.#unsent.add(tenant, bytes);
  }

  /** Ends what {@link hold} and {@link holdSurely} have begun, as far as the client has taken it. */
  release(tenant: Tenant, bytes: number): void {
    this.#unsent.leave(tenant, bytes);
  }

  /** Counts an answer that was cut off because its reader is too slow. */
  cutOff(): void {
    this.#slowReaders++;
  }

  /** Takes so many bytes for bodies of a client's requests; returns the problem when one is shed instead. */
  takeBody(tenant: Tenant, bytes: number): Problem | undefined {
    return this.#bodies.take(tenant, bytes) && this.shed('bodies');
  }

  /** Gives back what {@link takeBody} has taken. */
  leaveBody(tenant: Tenant, bytes: number): void {
    this.#bodies.leave(tenant, bytes);
  }

  /** Counts a request as shed; returns its answer. */
  shed(reason: ShedReason): Problem {
    this.#shed[reason]++;
    const now = this.#clock.now();
    // Of many the log needs one line.
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

/** Of the places. */
const IDLE_THRESHOLD_PART = 0.04;
const LOG_EVERY_MS = 10_000;
