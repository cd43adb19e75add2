import { Rejection, type Statement, type Tracing } from '../../libraries/pg-batch/index.ts';
import type { CallOptions } from '../core/call-scope.ts';
import { isFault, Refusal } from '../core/errors/refusal.ts';
import { beginPart, failSpan, isSampled, SpanKind, type Tracer } from '../core/spans.ts';
import { typeOfError } from '../observability/tracing/type-of-error.ts';
import { translateFailure } from './pg-failure.ts';

/**
 * Traces statements below the spans of their calls. Reads of several calls may share a statement and a batch: each call
 * has its own span for its own wait, with an event for when the batch was sent and for how many callers. Spans have the
 * statements' names; values and SQL texts never appear in a trace.
 */
export class StatementTracing implements Tracing {
  readonly #tracer: Tracer;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  begin(call: CallOptions, statements: readonly Statement[] | null): CallOptions | undefined {
    if (!call.span || !isSampled(call.span)) return undefined;
    if (!statements) return { ...call, span: beginPart(this.#tracer, call.span, 'transaction', SpanKind.INTERNAL) };
    const names = [...new Set(statements.map(({ name }) => name))].join(' ');
    const span = beginPart(this.#tracer, call.span, names, SpanKind.CLIENT, {
      'db.system.name': 'postgresql',
      'db.query.summary': names,
      ...(statements.length > 1 ? { 'db.operation.batch.size': statements.length } : {}),
    });
    return { ...call, span };
  }

  /** A violated rule of the database is an expected outcome, not a failure of the span. */
  async end<T>({ span }: CallOptions, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      const error = thrown instanceof Rejection ? translateFailure(thrown, {}) : thrown;
      const type = typeOfError(error);
      if (RULES.test(type) || (error instanceof Refusal && !isFault(error)))
        span?.setAttributes({ 'lyceum.outcome': type });
      else if (span) failSpan(span, type);
      throw thrown;
    } finally {
      span?.end();
    }
  }

  connected({ span }: CallOptions): void {
    span?.addEvent('connected');
  }

  sent(calls: readonly (CallOptions | undefined)[], statements: number): void {
    for (const call of calls)
      call?.span?.addEvent('sent', { 'lyceum.batch.statements': statements, 'lyceum.batch.callers': calls.length });
  }
}

/** Integrity constraints, and a key that was used before (see the platform's migrations). */
const RULES = /^(23|LY)/;
