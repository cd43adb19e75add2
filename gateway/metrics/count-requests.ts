import type { FastifyInstance } from 'fastify';
import type { GatewayCounts } from './gateway-counts.ts';

/** Counts every request, those that no route takes among them, and what the parser refuses. Installed before all that takes time. */
export function countRequests(app: FastifyInstance, counts: GatewayCounts): void {
  app.addHook('onRequest', (request, reply, done) => {
    counts.requests.count(request.method, request.routeOptions.url, reply.raw);
    done();
  });
  app.server.on('clientError', () => {
    counts.malformedRequests++;
  });
}
