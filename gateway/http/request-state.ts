import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Decision } from '../../libraries/sliding-window/index.ts';
import type { Span } from '../../platform/core/spans.ts';
import type { Ticket } from '../admission/admission.ts';
import type { Identity } from '../admission/known-client.ts';
import type { Problem } from '../problem/problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The template of its route, `/api/v4/users/{id}`; undefined when it matches no route. */
    route: string | undefined;
    /** When it arrived, for {@link RequestTimes}. */
    begun: number;
    /** The same in epoch milliseconds. */
    arrivedAt: number;
    /** The bytes of its body that have arrived. */
    bytesReceived: number;
    /** The bytes sent so far of its answer's body, if that is sent in pieces. */
    bytesSent: number;
    /**
     * Aborted when the client disconnects before its answer: work for the request then ends, in the services and their
     * databases too.
     */
    cancellation: AbortController;
    /** The parent of every span that the request causes; null when tracing is off. */
    span: Span | null;
    /** Its authenticated client; set before any route below `/api/v4` is reached. */
    identity: Identity | null;
    /** Its places in the gateway and in its service's queue; null for requests that are not limited. */
    ticket: Ticket | null;
    /** The decision of the rate limit; null before it. */
    decision: Decision | null;
    /** The size of its answer before compression, in bytes; undefined when it is sent as it is. */
    plainBytes: number | undefined;
    /** Why it failed; null while it has not. */
    problem: Problem | null;
  }
}

/** Declares the properties that the gateway stores on each request, so that all requests have the same shape. */
export function declareRequestState(app: FastifyInstance): void {
  app.decorateRequest('route', undefined);
  app.decorateRequest('begun', 0);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('bytesReceived', 0);
  app.decorateRequest('bytesSent', 0);
  app.decorateRequest('cancellation', null as never);
  app.decorateRequest('span', null);
  app.decorateRequest('identity', null);
  app.decorateRequest('ticket', null);
  app.decorateRequest('decision', null);
  app.decorateRequest('plainBytes', undefined);
  app.decorateRequest('problem', null);
}

/**
 * The authenticated client of the request. Throws when there is none: a bug in the gateway must never let a request
 * through.
 */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('a route was reached without authentication');
  return request.identity;
}
