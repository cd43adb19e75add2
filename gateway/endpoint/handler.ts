import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Router } from '../../platform/calls/caller.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import type { Clock } from '../../platform/core/clock.ts';
import type { CachedAnswers } from '../answer/cached-answers.ts';
import type { Identity } from '../auth/known-client.ts';
import type { Cursors } from '../cursor/cursor.ts';
import type { LargeRequestLimits } from '../overload/large-request-limits.ts';
import type { Overload } from '../overload/overload.ts';
import type { OverloadLimits } from '../overload/overload-limits.ts';
import type { WriteAllowance } from '../write-allowance/write-allowance.ts';
import type { EndpointCall } from './endpoint-call.ts';

/** What every endpoint's handling stands on. */
export interface EndpointDeps {
  readonly router: Router;
  readonly clock: Clock;
  readonly cursors: Cursors;
  /** How long a request may take, in milliseconds: the deadline of all its calls. */
  readonly requestTimeoutMs: number;
  readonly overload: Overload;
  /** For what can be large. */
  readonly largeRequests: LargeRequestLimits;
  /** What large answers were, for those that are the same again. */
  readonly cachedAnswers: CachedAnswers;
  readonly limits: OverloadLimits;
  readonly writes: WriteAllowance;
  /** Where clients reach the gateway; known once it listens. */
  readonly publicUrl: () => string;
}

/** What a route is given of its request: what every endpoint is, and the one context of all the calls that the request makes. */
export interface RouteCall extends EndpointCall {
  readonly context: CallContext & { readonly actor: Identity['actor'] };
  /** Whose shares the request takes. */
  readonly tenant: Identity['tenant'];
}

/**
 * Handles a request whose caller is known; hands over the answer, or throws a Problem or a Refusal. It returns no reply: who awaits one waits until the
 * client has taken all of it, and a turn among large requests would last as long (test/gateway/unsent-answers.test.ts).
 */
export type Handler = (request: FastifyRequest, reply: FastifyReply, own: RouteCall) => Promise<void>;
