import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { traceIdsOf } from '../../platform/core/spans.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { isProbe, routeOf } from './route-of.ts';

interface LogOptions {
  readonly log: Logger;
  /** Whether each request is a line of the log. */
  readonly logRequests: boolean;
}

/**
 * One line for each request when its answer has ended: whose it was, what became of it and how long it took, in milliseconds. No address, no
 * query, no header: those hold what clients write. Costs nothing where such lines are not wanted.
 */
export function logRequests(app: FastifyInstance, { log, logRequests: isWanted }: LogOptions): void {
  if (!isWanted || !log.isLevelEnabled('info')) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (!isProbe(request)) reply.raw.once('close', () => log.info(lineOf(request, reply), 'request'));
    done();
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  const { actor, span } = request;
  return {
    requestId: request.id,
    institutionId: actor?.institutionId,
    integrationId: actor?.integrationId,
    method: request.method,
    route: routeOf(request) ?? null,
    // None when the client was gone before the answer.
    status: reply.raw.writableFinished ? reply.statusCode : null,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    ...(span && traceIdsOf(span)),
  };
}
