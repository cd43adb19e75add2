import type { FastifyInstance } from 'fastify';
import type { GatewayCounts } from './gateway-counts.ts';

/** Counts every request, those that no route takes among them, and what the parser refuses. The first of all hooks: it sees all time that is spent. */
export function countRequests(app: FastifyInstance, counts: GatewayCounts): void {
  app.addHook('onRequest', (request, reply, done) => {
    counts.requests.count(request.method, request.routeOptions.url, reply.raw);
    done();
  });
  app.server.on('clientError', () => {
    counts.malformedRequests++;
  });
}
