import type { FastifyInstance } from 'fastify';
import type { Endpoint } from './endpoint.ts';

/**
 * Names the query parameters of a request that filter only other lists: they are ignored (decisions 1.5), but the client may think that they have an
 * effect.
 */
export function nameIgnoredFilters(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const filters = new Set(
    endpoints.flatMap((each) => (each.kind === 'list' ? Object.keys(each.filters.properties) : [])),
  );
  app.addHook('preHandler', (request, reply, done) => {
    const { queryNames } = request.routeOptions.config;
    const ignored = Object.keys(request.query as object).filter((name) => filters.has(name) && !queryNames?.has(name));
    if (ignored.length > 0) reply.header('Ignored-Filters', ignored.join(', '));
    done();
  });
}
