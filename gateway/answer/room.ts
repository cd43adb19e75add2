import type { FastifyReply } from 'fastify';
import { refuse } from '../../platform/core/errors/refusal.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import type { Overload } from '../overload/overload.ts';
import type { Problem } from '../problem/problem.ts';

/** The memory that an answer takes in the gateway until its client has read it. Closing the answer releases what is left. */
export class Room {
  readonly #overload: Overload;
  readonly #tenant: Tenant;
  readonly #reply: FastifyReply;
  #held = 0;

  constructor(overload: Overload, tenant: Tenant, reply: FastifyReply) {
    this.#overload = overload;
    this.#tenant = tenant;
    this.#reply = reply;
    reply.raw.once('close', () => this.release(this.#held));
  }

  /**
   * Reserves bytes; returns the problem when this client may have no more. Throws DEADLINE_EXCEEDED, as calls for a client do that has
   * disconnected: nothing would release the bytes.
   */
  take(bytes: number): Problem | undefined {
    if (this.#reply.raw.closed) refuse('DEADLINE_EXCEEDED');
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
