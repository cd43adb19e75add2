import {
  type Attributes,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export { type Attributes, type Span, SpanKind, type Tracer };

interface SpanStart {
  readonly kind: SpanKind;
  /** Named by OpenTelemetry's semantic conventions; never contain text from a client. */
  readonly attributes: Attributes;
  /** The parent, in this process or another; without one the span begins a trace. */
  readonly parent?: Span | undefined;
  /** A span that caused it but is not its parent. */
  readonly link?: Span | undefined;
}

/** Begins a span. Pass its parent explicitly: no context of OpenTelemetry is ever active. */
export function beginSpan(tracer: Tracer, name: string, { kind, attributes, parent, link }: SpanStart): Span {
  const options = { kind, attributes, ...(link ? { links: [{ context: link.spanContext() }] } : {}) };
  return tracer.startSpan(name, options, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
}

/** Begins a child span. Returns the parent itself if it is not sampled, so that nothing is created then. */
export function beginPart(tracer: Tracer, parent: Span, name: string, kind: SpanKind, attributes?: Attributes): Span {
  return isSampled(parent) ? beginSpan(tracer, name, { kind, attributes: attributes ?? {}, parent }) : parent;
}

/** Marks a span as failed. @param type a code of low cardinality, never a message, which could hold anything */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** The fields that link a log line to its trace; empty if the trace is not sampled. */
export function traceIdsOf(span: Span): { readonly trace_id?: string; readonly span_id?: string } {
  if (!isSampled(span)) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** W3C Trace Context, with which other processes continue a trace. */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | null | undefined;
}

/**
 * The span of another process from its headers; undefined if they name none or are malformed. Without tracing no
 * propagator is installed, so nothing is read.
 */
export function readSpan(headers: TraceHeaders): Span | undefined {
  return headers.traceparent ? trace.getSpan(propagation.extract(ROOT_CONTEXT, headers)) : undefined;
}

/** The headers that pass a span to another process. */
export function headersOf(span: Span): TraceHeaders {
  const headers: TraceHeaders = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return headers;
}

/** Whether a span has the flag of sampled ones. */
export function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}
