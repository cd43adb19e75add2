import type { FastifyReply, FastifyRequest } from 'fastify';
import { traceIdsOf } from '../../platform/core/spans.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { Identity } from '../admission/known-client.ts';
import { isProbe } from './route-templates.ts';

interface LogOptions {
  readonly log: Logger;
  /** Whether each request is logged as one line. */
  readonly logRequests: boolean;
}

/**
 * Logs one line per request when its answer has ended: the client's ids, its outcome and its duration in milliseconds.
 * No URL, query or header: they contain text of clients. Undefined when such lines are not logged.
 */
export function requestLog({
  log,
  logRequests: isEnabled,
}: LogOptions): ((request: FastifyRequest, reply: FastifyReply) => void) | undefined {
  if (!isEnabled || !log.isLevelEnabled('info')) return undefined;
  // No field can hold a secret, and looking for secrets takes most of the time of a line.
  const lines = log.child({}, { redact: [] });
  return (request, reply) => {
    if (!isProbe(request.route)) lines.info(lineOf(request, reply), 'request');
  };
}

/** The ids of the client, under the log's field names. */
function clientIds({ actor }: Identity): object {
  const { institutionId } = actor;
  return actor.kind === 'feed'
    ? { institutionId, calendarFeedId: actor.feedId }
    : { institutionId, integrationId: actor.integrationId };
}

function lineOf({ id, identity, method, route, span }: FastifyRequest, reply: FastifyReply): object {
  return {
    requestId: id,
    ...(identity && clientIds(identity)),
    method,
    route: route ?? null,
    // Null when the client disconnected before the answer was sent.
    status: reply.raw.writableFinished ? reply.statusCode : null,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    ...(span && traceIdsOf(span)),
  };
}
