import {
  ROOT_CONTEXT,
  type Attributes as SdkAttributes,
  type Tracer as SdkTracer,
  type SpanContext,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { TraceState } from '@opentelemetry/core';
import type { Span } from '../../core/span.ts';
import { OtelSpan, SDK_KINDS } from './otel-span.ts';
import { PassedSpan } from './passed-span.ts';
import type { SpanStart, Tracer } from './tracer.ts';

/** Begins spans of the SDK. What they stand in is always said: the SDK's own way of passing it on unseen is not used. */
export class OtelTracer implements Tracer {
  readonly #tracer: SdkTracer;

  constructor(tracer: SdkTracer) {
    this.#tracer = tracer;
  }

  begin({ kind, name, attributes, parent, link }: SpanStart): Span {
    const linked = link && contextOf(link);
    const options = {
      kind: SDK_KINDS[kind],
      attributes: attributes as SdkAttributes,
      ...(linked ? { links: [{ context: linked }] } : {}),
    };
    const above = parent && contextOf(parent);
    return new OtelSpan(
      this.#tracer,
      this.#tracer.startSpan(name, options, above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT),
    );
  }
}

function contextOf(span: Span): SpanContext | undefined {
  if (span instanceof OtelSpan) return span.sdkSpan.spanContext();
  if (!(span instanceof PassedSpan)) return undefined;
  const { traceId, spanId, isSampled, tracestate } = span;
  return {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(tracestate === '' ? {} : { traceState: new TraceState(tracestate) }),
  };
}
