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
  /** Names as the semantic conventions of OpenTelemetry have them, and never what a client wrote. */
  readonly attributes: Attributes;
  /** What it is a part of, in this process or another; a trace of its own without. */
  readonly parent?: Span | undefined;
  /** What it came from without being a part of it. */
  readonly link?: Span | undefined;
}

/** Begins a span where work arrives in a part of the platform. Its parent is always named: no context of OpenTelemetry is ever active. */
export function beginSpan(tracer: Tracer, name: string, { kind, attributes, parent, link }: SpanStart): Span {
  const options = { kind, attributes, ...(link ? { links: [{ context: link.spanContext() }] } : {}) };
  return tracer.startSpan(name, options, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
}

/** Begins a part of a span. One of which nothing is kept is its own part, so that a request that is not kept costs no spans. */
export function beginPart(tracer: Tracer, parent: Span, name: string, kind: SpanKind, attributes?: Attributes): Span {
  return isSampled(parent) ? beginSpan(tracer, name, { kind, attributes: attributes ?? {}, parent }) : parent;
}

/** Says that what a span stands for has failed. @param type a code of few values, never a message, which could hold anything */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** By what a line of the log names the trace in which it was written; nothing where none is kept. */
export function traceIdsOf(span: Span): { readonly trace_id?: string; readonly span_id?: string } {
  if (!isSampled(span)) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** W3C Trace Context, with which other processes go on with a trace. */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | null | undefined;
}

/**
 * The span of another process that headers name; undefined where there is none, or none that is well-formed. Where nothing is traced, no
 * propagator is installed and nothing is read.
 */
export function readSpan(headers: TraceHeaders): Span | undefined {
  return headers.traceparent ? trace.getSpan(propagation.extract(ROOT_CONTEXT, headers)) : undefined;
}

/** What names a span to other processes. */
export function headersOf(span: Span): TraceHeaders {
  const headers: TraceHeaders = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return headers;
}

/** Whether anything of a span is kept, as far as this process knows. */
export function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}
