import type { FastifyReply } from 'fastify';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import type { Overload } from '../overload/overload.ts';
import type { Problem } from '../problem/problem.ts';

/** The memory that an answer takes in the gateway until its client has read it. Closing the answer releases what is left. */
export class Room {
  readonly #overload: Overload;
  readonly #tenant: Tenant;
  #held = 0;

  constructor(overload: Overload, tenant: Tenant, reply: FastifyReply) {
    this.#overload = overload;
    this.#tenant = tenant;
    reply.raw.once('close', () => this.release(this.#held));
  }

  /** Reserves bytes; returns the problem when this client may have no more. */
  take(bytes: number): Problem | undefined {
    const problem = this.#overload.hold(this.#tenant, bytes);
    if (!problem) this.#held += bytes;
    return problem;
  }

  /** Reserves bytes for the answer to a completed write, which must be sent in any case. */
  takeSurely(bytes: number): void {
    this.#overload.holdSurely(this.#tenant, bytes);
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#overload.release(this.#tenant, bytes);
    this.#held -= bytes;
  }
}
