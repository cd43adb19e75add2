import type { FastifyReply, FastifyRequest } from 'fastify';
import { traceIdsOf } from '../../platform/core/spans.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { Identity } from '../auth/known-client.ts';
import { isProbe } from './route-templates.ts';

interface LogOptions {
  readonly log: Logger;
  /** Whether each request is a line of the log. */
  readonly logRequests: boolean;
}

/**
 * Writes one line for a request when its answer has ended: whose it was, what became of it and how long it took, in milliseconds. No address, no
 * query, no header: those hold what clients write. Undefined where such lines are not wanted.
 */
export function requestLog({
  log,
  logRequests: isEnabled,
}: LogOptions): ((request: FastifyRequest, reply: FastifyReply) => void) | undefined {
  if (!isEnabled || !log.isLevelEnabled('info')) return undefined;
  return (request, reply) => {
    if (!isProbe(request.route)) log.info(lineOf(request, reply), 'request');
  };
}

/** Whose request it is, in the words of the log. */
function clientIds({ actor }: Identity): object {
  const { institutionId } = actor;
  return actor.kind === 'calendar'
    ? { institutionId, calendarFeedId: actor.feedId }
    : { institutionId, integrationId: actor.integrationId };
}

function lineOf({ id, identity, method, route, span }: FastifyRequest, reply: FastifyReply): object {
  return {
    requestId: id,
    ...(identity && clientIds(identity)),
    method,
    route: route ?? null,
    // None when the client was gone before the answer.
    status: reply.raw.writableFinished ? reply.statusCode : null,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    ...(span && traceIdsOf(span)),
  };
}
