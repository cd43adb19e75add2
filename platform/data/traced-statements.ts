import type { Statement } from '../../libraries/pg-batch/index.ts';
import type { CallOptions } from '../core/call-scope.ts';
import { isFault, Refusal } from '../core/errors/refusal.ts';
import { beginPart, failSpan, type Span, SpanKind, type Tracer } from '../core/spans.ts';
import { typeOfError } from '../observability/tracing/type-of-error.ts';

/** The parent span of statements, and the tracer that creates their spans. */
export interface Trace {
  readonly tracer: Tracer;
  readonly span: Span;
}

/** Begins the span of statements that are sent together. It has the statements' names; values and SQL texts never appear in a trace. */
export function beginStatements({ tracer, span }: Trace, statements: readonly Statement[]): Span {
  const names = [...new Set(statements.map(({ name }) => name))].join(' ');
  return beginPart(tracer, span, names, SpanKind.CLIENT, {
    'db.system.name': 'postgresql',
    'db.query.summary': names,
    ...(statements.length > 1 ? { 'db.operation.batch.size': statements.length } : {}),
  });
}

/**
 * Traces a read from the request until its rows have arrived. Reads of several calls may share a statement and a batch: each call has its own
 * span for its own wait, with an event for when the batch was sent and for how many callers.
 */
export function readTraced<T>(trace: Trace, statement: Statement, read: (span: Span) => Promise<T>): Promise<T> {
  const span = beginStatements(trace, [statement]);
  return endedBy(span, read(span));
}

/** Adds an event to the spans of all callers that wait for a batch when it is sent. */
export function noteBatchSent(callers: readonly (CallOptions | undefined)[], statements: number): void {
  for (const callOptions of callers) {
    callOptions?.span?.addEvent('sent', {
      'lyceum.batch.statements': statements,
      'lyceum.batch.callers': callers.length,
    });
  }
}

/** Ends a span with its work. A violated rule of the database is an expected outcome, not a failure of the span. */
export async function endedBy<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const type = typeOfError(error);
    if (RULES.test(type) || (error instanceof Refusal && !isFault(error)))
      span.setAttributes({ 'lyceum.outcome': type });
    else failSpan(span, type);
    throw error;
  } finally {
    span.end();
  }
}

/** Integrity constraints, and a key that was used before (see the platform's migrations). */
const RULES = /^(23|LY)/;
