import {
  ROOT_CONTEXT,
  type Attributes as SdkAttributes,
  type Span as SdkSpan,
  SpanKind as SdkSpanKind,
  type Tracer as SdkTracer,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Span, SpanKind, TraceIds } from '../../core/span.ts';

/** The SDK's words for kinds of spans. */
export const SDK_KINDS: Readonly<Record<SpanKind, SdkSpanKind>> = {
  internal: SdkSpanKind.INTERNAL,
  client: SdkSpanKind.CLIENT,
  server: SdkSpanKind.SERVER,
  producer: SdkSpanKind.PRODUCER,
  consumer: SdkSpanKind.CONSUMER,
};

/** A span of the SDK. One of which nothing is kept is its own part: below it nothing is made, only passed on that nothing is kept. */
export class OtelSpan implements Span {
  readonly sdkSpan: SdkSpan;
  readonly #tracer: SdkTracer;
  readonly #isKept: boolean;

  constructor(tracer: SdkTracer, sdkSpan: SdkSpan) {
    this.#tracer = tracer;
    this.sdkSpan = sdkSpan;
    this.#isKept = sdkSpan.isRecording();
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.sdkSpan.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
  }

  get tracestate(): string {
    return this.sdkSpan.spanContext().traceState?.serialize() ?? '';
  }

  get ids(): TraceIds | undefined {
    if (!this.#isKept) return undefined;
    const { traceId, spanId } = this.sdkSpan.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  begin(kind: SpanKind, name: string, attributes: Attributes = {}): Span {
    if (!this.#isKept) return this;
    const options = { kind: SDK_KINDS[kind], attributes: attributes as SdkAttributes };
    return new OtelSpan(this.#tracer, this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.sdkSpan)));
  }

  set(attributes: Attributes): void {
    if (this.#isKept) this.sdkSpan.setAttributes(attributes as SdkAttributes);
  }

  note(event: string, attributes: Attributes = {}): void {
    if (this.#isKept && this.sdkSpan.isRecording()) this.sdkSpan.addEvent(event, attributes as SdkAttributes);
  }

  fail(type: string): void {
    this.set({ 'error.type': type });
    this.sdkSpan.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (this.#isKept) this.sdkSpan.end();
  }
}
