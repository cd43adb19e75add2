import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/calls/caller.ts';
import type { IntegrationActor } from '../../platform/core/actor.ts';
import type { CallContext, IdempotencyKey } from '../../platform/core/call-context.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { EndpointDeps } from './register-endpoint.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The integration whose credentials the request bears; set before any route below `/api/v4` is reached. */
    actor: IntegrationActor | null;
    /** Directory's signed word for that, which calls to services bear. */
    identityToken: string;
    /** When its client stops waiting, and all that is done for it ends: see clock.ts. Set when its route is reached. */
    deadline: number;
    /** About how many bytes its answer has, as far as it is made. */
    answerBytes: number;
  }
}

/** The request's integration. A route that is reached without one is a fault of the gateway, never an open door. */
export function actorOf(request: FastifyRequest): IntegrationActor {
  if (!request.actor) throw new Error('a route was reached without authentication');
  return request.actor;
}

/** Whose request it is, in one word: what limits and shares are counted by. */
export function clientOf(request: FastifyRequest): string {
  const { institutionId, integrationId } = actorOf(request);
  return `${institutionId}/${integrationId}`;
}

/** The context of the calls that a request makes. */
export function callContextFor(request: FastifyRequest, idempotency?: IdempotencyKey): CallContext {
  return {
    actor: actorOf(request),
    token: request.identityToken,
    requestId: request.id,
    deadline: request.deadline,
    signal: request.clientGone,
    ...(idempotency ? { idempotency } : {}),
    ...(request.span ? { span: request.span } : {}),
  };
}

/** What every endpoint is given. */
export function endpointCall(request: FastifyRequest, deps: EndpointDeps): EndpointCall {
  const context = callContextFor(request);
  return {
    params: request.params as EndpointCall['params'],
    institutionId: context.actor.institutionId as string,
    call: callerOf(deps.router, context),
  };
}
