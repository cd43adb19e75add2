import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Router } from '../../platform/calls/caller.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import type { Clock } from '../../platform/core/clock.ts';
import type { Admission } from '../admission/admission.ts';
import type { Identity } from '../admission/known-client.ts';
import type { AdmissionLimits } from '../admission/limits.ts';
import type { WriteAllowance } from '../admission/write-allowance.ts';
import type { Cursors } from './cursor.ts';
import type { EndpointCall } from './endpoint-call.ts';

/** The dependencies of every endpoint's handler. */
export interface EndpointDeps {
  readonly router: Router;
  readonly clock: Clock;
  readonly cursors: Cursors;
  /** How long a request may take, in milliseconds: the deadline of all its calls. */
  readonly requestTimeoutMs: number;
  readonly admission: Admission;
  readonly limits: AdmissionLimits;
  readonly writes: WriteAllowance;
  /** The allowance of dry runs, whose bytes are sent to databases and rolled back. */
  readonly tries: WriteAllowance;
  /** The URL under which clients reach the gateway; known once it listens. */
  readonly publicUrl: () => string;
}

/**
 * The call that a route receives: that of every endpoint, and the one context of all calls to services for the request.
 */
export interface RouteCall extends EndpointCall {
  readonly context: CallContext & { readonly actor: Identity['actor'] };
  readonly tenant: Identity['tenant'];
}

/**
 * Handles a request whose caller is authenticated; sends the answer, or throws a Problem or a Refusal.
 */
export type Handler = (request: FastifyRequest, reply: FastifyReply, own: RouteCall) => Promise<void>;
