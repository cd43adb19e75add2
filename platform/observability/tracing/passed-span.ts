import type { Span, TraceIds } from '../../core/span.ts';

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.{0,512})?$/;
/** What a header may hold, and no more than the recommendation asks everybody to pass on. */
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** A span of another process. Nothing is added to it here: it is passed on, or becomes the parent of our own. */
export class PassedSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly tracestate: string;

  private constructor(traceId: string, spanId: string, isSampled: boolean, tracestate: string) {
    this.traceId = traceId;
    this.spanId = spanId;
    this.isSampled = isSampled;
    this.tracestate = tracestate;
  }

  /** Reads W3C Trace Context; undefined where there is none, or none that is well-formed: then it counts as absent. */
  static read(traceparent: string | null | undefined, tracestate?: string | null): PassedSpan | undefined {
    if (!traceparent) return undefined;
    const [whole, traceId, spanId, flags, more] = TRACEPARENT.exec(traceparent) ?? [];
    if (whole === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined;
    if (more !== undefined && traceparent.startsWith('00')) return undefined;
    const state = tracestate && TRACESTATE.test(tracestate) ? tracestate : '';
    return new PassedSpan(traceId, spanId, (Number.parseInt(flags, 16) & SAMPLED) !== 0, state);
  }

  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-0${this.isSampled ? 1 : 0}`;
  }

  get ids(): TraceIds | undefined {
    return this.isSampled ? { trace_id: this.traceId, span_id: this.spanId } : undefined;
  }

  begin(): Span {
    return this;
  }

  set(): void {}
  note(): void {}
  fail(): void {}
  end(): void {}
}

const SAMPLED = 1;
