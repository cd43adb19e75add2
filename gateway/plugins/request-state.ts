import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cancellation } from '../../platform/core/call-scope.ts';
import type { Span } from '../../platform/core/spans.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import type { Identity } from '../auth/known-client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The template of its route, `/api/v4/users/{id}`; undefined where no route takes it. */
    route: string | undefined;
    /** Its method and that: what it takes a place for. */
    operation: string;
    /** When it arrived, for {@link RequestTimes}. */
    begun: number;
    /** Aborted when the client has gone before its answer: what is done for the request ends, in the services and their databases too. */
    cancellation: Cancellation;
    /** What all that the request causes is a part of; null where nothing is traced. */
    span: Span | null;
    /** Who has proven to send it; set before any route below `/api/v4` is reached. */
    identity: Identity | null;
    /** Whether it has a place among the requests under way, and one among its client's. */
    hasSlot: boolean;
    hasShare: boolean;
    /** About how many bytes its answer has, as far as it is made. */
    answerBytes: number;
  }
}

/** Declares what the gateway notes of each request, so that all of them are of one shape. */
export function declareRequestState(app: FastifyInstance): void {
  app.decorateRequest('route', undefined);
  app.decorateRequest('operation', '');
  app.decorateRequest('begun', 0);
  app.decorateRequest('cancellation', null as never);
  app.decorateRequest('span', null);
  app.decorateRequest('identity', null);
  app.decorateRequest('hasPlace', false);
  app.decorateRequest('hasShare', false);
  app.decorateRequest('answerBytes', 0);
}

/** Who sends the request. A route that is reached without is a fault of the gateway, never an open door. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('a route was reached without authentication');
  return request.identity;
}

/** Whose shares the request takes. */
export function tenantOf(request: FastifyRequest): Tenant {
  return identityOf(request).tenant;
}
