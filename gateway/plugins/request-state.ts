import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cancellation } from '../../platform/core/call-scope.ts';
import type { Span } from '../../platform/core/spans.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import type { Identity } from '../auth/known-client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The template of its route, `/api/v4/users/{id}`; undefined when it matches no route. */
    route: string | undefined;
    /** Method and template: the operation that its slot counts for. */
    operation: string;
    /** When it arrived, for {@link RequestTimes}. */
    begun: number;
    /** Aborted when the client disconnects before its answer: work for the request then ends, in the services and their databases too. */
    cancellation: Cancellation;
    /** The parent of every span that the request causes; null when tracing is off. */
    span: Span | null;
    /** Who sends it; set before any route below `/api/v4` is reached. */
    identity: Identity | null;
    /** Whether it holds one of the slots of all requests, and one of its client's. */
    hasSlot: boolean;
    hasShare: boolean;
    /** The approximate size of its answer in bytes, as far as it is built. */
    answerBytes: number;
  }
}

/** Declares what the gateway stores on each request, so that all requests have the same shape. */
export function declareRequestState(app: FastifyInstance): void {
  app.decorateRequest('route', undefined);
  app.decorateRequest('operation', '');
  app.decorateRequest('begun', 0);
  app.decorateRequest('cancellation', null as never);
  app.decorateRequest('span', null);
  app.decorateRequest('identity', null);
  app.decorateRequest('hasSlot', false);
  app.decorateRequest('hasShare', false);
  app.decorateRequest('answerBytes', 0);
}

/** Who sends the request. Throws when there is no identity: a bug in the gateway must never let a request through. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('a route was reached without authentication');
  return request.identity;
}

/** The tenant whose shares the request takes. */
export function tenantOf(request: FastifyRequest): Tenant {
  return identityOf(request).tenant;
}
