import type { Attributes, Span, SpanKind } from '../../core/span.ts';

export interface SpanStart {
  readonly kind: SpanKind;
  readonly name: string;
  readonly attributes: Attributes;
  /** What it is a part of, in this process or another; a trace of its own without. */
  readonly parent?: Span | undefined;
  /** What it came from without being a part of it. */
  readonly link?: Span | undefined;
}

/** Begins spans where work arrives in a part of the platform. */
export interface Tracer {
  begin(start: SpanStart): Span;
}
