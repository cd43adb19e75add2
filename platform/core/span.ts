/** What is told of a span: names as the semantic conventions of OpenTelemetry have them, and never what a client wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** What a span stands for: work of our own, or one side of a call or of an event. */
export type SpanKind = 'internal' | 'client' | 'server' | 'producer' | 'consumer';

/** By what a line of the log names the trace in which it was written. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/**
 * Something that takes time, as a trace shows it. Where nothing is traced there is none at all: whoever has a span has been handed it with the
 * work, and asks for nothing else.
 */
export interface Span {
  /** Where it stands, for other processes: W3C Trace Context. */
  readonly traceparent: string;
  /** What the callers' own systems say beside it; empty without. */
  readonly tracestate: string;
  /** Undefined where nothing of it is kept. */
  readonly ids: TraceIds | undefined;
  /** Begins a part of it. */
  begin(kind: SpanKind, name: string, attributes?: Attributes): Span;
  set(attributes: Attributes): void;
  /** Notes that something happened in it, now. */
  note(event: string, attributes?: Attributes): void;
  /** Says that it failed. @param type a code of few values, never a message, which could hold anything */
  fail(type: string): void;
  /** Ends it: once, and last. */
  end(): void;
}
