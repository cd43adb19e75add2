import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/core/clock.ts';
import { beginSpan, failSpan, type Span, SpanKind } from '../../platform/core/spans.ts';
import { ClientTraces } from '../../platform/observability/tracing/client-traces.ts';
import type { Tracing } from '../../platform/observability/tracing/tracing.ts';
import { isProbe, routeOf } from './route-of.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What all that the request causes is a part of; null where nothing is traced. */
    span: Span | null;
  }
}

interface TraceOptions {
  /** Undefined where nothing is traced. */
  readonly tracing?: Tracing | undefined;
  readonly clock: Clock;
}

/**
 * Has each request seen as a span, from its headers to the end of its answer. It goes by the template of the route: addresses and queries hold
 * what clients write. Installed before all other hooks, so that what those refuse is seen, too.
 */
export function traceRequests(app: FastifyInstance, { tracing, clock }: TraceOptions): void {
  app.decorateRequest('span', null);
  if (!tracing) return;
  const tracer = tracing.tracer('gateway');
  const clients = new ClientTraces(tracing.clients, clock);
  app.addHook('onRequest', (request, reply, done) => {
    if (isProbe(request)) return done();
    const route = routeOf(request);
    const name = route === undefined ? request.method : `${request.method} ${route}`;
    const span = beginSpan(tracer, name, {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method,
        'lyceum.request_id': request.id,
        ...(route === undefined ? {} : { 'http.route': route }),
      },
      parent: clients.parentOf(request.headers),
    });
    request.span = span;
    // The answer may end without having been sent: then its client is gone.
    reply.raw.once('close', () => end(span, request, reply));
    done();
  });
}

function end(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  if (request.actor) {
    span.setAttributes({
      'lyceum.institution_id': request.actor.institutionId,
      'lyceum.integration_id': request.actor.integrationId,
    });
  }
  if (reply.raw.writableFinished) {
    span.setAttributes({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) failSpan(span, String(reply.statusCode));
  } else span.setAttributes({ 'lyceum.outcome': 'the client is gone' });
  span.end();
}
