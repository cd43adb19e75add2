import type { CallOptions } from '../core/call-scope.ts';
import { isFault } from '../core/errors/is-fault.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { beginPart, failSpan, type Span, SpanKind, type Tracer } from '../core/spans.ts';
import { typeOfError } from '../observability/tracing/type-of-error.ts';
import type { Statement } from './statements/statement.ts';

/** What statements are parts of, and what begins their spans. */
export interface Trace {
  readonly tracer: Tracer;
  readonly span: Span;
}

/** Begins what is sent to the database together, by the names of its statements: of values and texts a trace shows nothing. */
export function beginStatements({ tracer, span }: Trace, statements: readonly Statement[]): Span {
  const names = [...new Set(statements.map(({ name }) => name))].join(' ');
  return beginPart(tracer, span, names, SpanKind.CLIENT, {
    'db.system.name': 'postgresql',
    'db.query.summary': names,
    ...(statements.length > 1 ? { 'db.operation.batch.size': statements.length } : {}),
  });
}

/**
 * A read of whoever has a span: from the moment at which it is asked for until its rows are there. Reads of several calls may share a
 * statement, and a batch: each call has its own span for its own wait, with a note of when the batch left, and with how many.
 */
export function readTraced<T>(trace: Trace, statement: Statement, read: (span: Span) => Promise<T>): Promise<T> {
  const span = beginStatements(trace, [statement]);
  return endedBy(span, read(span));
}

/** Notes in the spans of all who wait for a batch that it leaves. */
export function noteBatchSent(callers: readonly (CallOptions | undefined)[], statements: number): void {
  for (const callOptions of callers) {
    callOptions?.span?.addEvent('sent', {
      'lyceum.batch.statements': statements,
      'lyceum.batch.callers': callers.length,
    });
  }
}

/** Ends a span with the work that it stands for. What the database refuses because of a rule is its answer, and no failure. */
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
