import type { FastifyReply } from 'fastify';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import type { Overload } from '../overload/overload.ts';
import type { Problem } from '../problem/problem.ts';

/** The room that an answer takes in the gateway from its making until its client has taken it; its end frees all that is left of it. */
export class Room {
  readonly #overload: Overload;
  readonly #tenant: Tenant;
  #held = 0;

  constructor(overload: Overload, tenant: Tenant, reply: FastifyReply) {
    this.#overload = overload;
    this.#tenant = tenant;
    reply.raw.once('close', () => this.release(this.#held));
  }

  /** Takes room for some bytes; returns the problem when there is none for this client. */
  take(bytes: number): Problem | undefined {
    const problem = this.#overload.hold(this.#tenant, bytes);
    if (!problem) this.#held += bytes;
    return problem;
  }

  /** Takes it for the answer to something that is done, which must be told. */
  takeSurely(bytes: number): void {
    this.#overload.holdSurely(this.#tenant, bytes);
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#overload.release(this.#tenant, bytes);
    this.#held -= bytes;
  }
}
