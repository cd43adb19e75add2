import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/core/clock.ts';
import { beginSpan, failSpan, type Span, SpanKind } from '../../platform/core/spans.ts';
import { ClientTraces } from '../../platform/observability/tracing/client-traces.ts';
import type { Tracing } from '../../platform/observability/tracing/tracing.ts';
import { isProbe } from './route-templates.ts';

interface TraceOptions {
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
  readonly clock: Clock;
}

/**
 * Traces requests as spans, each from its headers to the end of its answer. Spans are named by the route's template:
 * URLs and queries contain text of clients. Undefined when tracing is off.
 */
export function requestTraces({
  tracing,
  clock,
}: TraceOptions): ((request: FastifyRequest) => Span | null) | undefined {
  if (!tracing) return undefined;
  const tracer = tracing.tracer('gateway');
  const clients = new ClientTraces(tracing.clients, clock);
  return ({ id, method, route, headers }) => {
    if (isProbe(route)) return null;
    return beginSpan(tracer, route === undefined ? method : `${method} ${route}`, {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'lyceum.request_id': id,
        ...(route === undefined ? {} : { 'http.route': route }),
      },
      parent: clients.parentOf(headers),
    });
  };
}

/** Ends a request's span with its answer, which may end without having been sent: then the client has disconnected. */
export function endTrace(span: Span, { identity }: FastifyRequest, reply: FastifyReply): void {
  if (identity) {
    const { actor } = identity;
    span.setAttributes({
      'lyceum.institution_id': actor.institutionId,
      ...(actor.kind === 'feed'
        ? { 'lyceum.calendar_feed_id': actor.feedId }
        : { 'lyceum.integration_id': actor.integrationId }),
    });
  }
  if (reply.raw.writableFinished) {
    span.setAttributes({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) failSpan(span, String(reply.statusCode));
  } else span.setAttributes({ 'lyceum.outcome': 'the client is gone' });
  span.end();
}
