import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdministratorActor } from '../../platform/core/actor.ts';
import type { Logger } from '../../platform/observability/log.ts';

/**
 * Logs one line per request: whose it was and how it ended. No URL, query or header: they hold texts that people write,
 * and the codes of links.
 */
export function logRequests(
  app: FastifyInstance,
  log: Logger,
  actorOf: (request: FastifyRequest) => AdministratorActor | undefined,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    const { institutionId, userId } = actorOf(request) ?? {};
    if (route !== '/healthz' && route !== '/readyz')
      log.info(
        {
          requestId: request.id,
          institutionId,
          userId,
          method: request.method,
          route: route ?? null,
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    done();
  });
}
