import type { Wait } from '../core/call-scope.ts';
import { isFault } from '../core/errors/is-fault.ts';
import { Refusal } from '../core/errors/refusal.ts';
import type { Span } from '../core/span.ts';
import { typeOfError } from '../observability/tracing/type-of-error.ts';
import type { Statement } from './statement.ts';

/** Begins what is sent to the database together, by the names of its statements: of values and texts a trace shows nothing. */
export function beginStatements(parent: Span, statements: readonly Statement[]): Span {
  const names = [...new Set(statements.map(({ name }) => name))].join(' ');
  return parent.begin('client', names, {
    'db.system.name': 'postgresql',
    'db.query.summary': names,
    ...(statements.length > 1 ? { 'db.operation.batch.size': statements.length } : {}),
  });
}

/** Somebody who waits, and whose trace shows it. */
type SeenWait = Wait & { readonly span: Span };

export function isSeen(wait: Wait | undefined): wait is SeenWait {
  return wait?.span !== undefined;
}

/**
 * A read of whoever has a span: from the moment at which it is asked for until its rows are there. Reads of several calls may share a
 * statement, and a batch: each call has its own span for its own wait, with a note of when the batch left, and with how many.
 */
export function readTraced<T>(wait: SeenWait, statement: Statement, read: (wait: Wait) => Promise<T>): Promise<T> {
  const span = beginStatements(wait.span, [statement]);
  return endedBy(span, read({ ...wait, span }));
}

/** Notes in the spans of all who wait for a batch that it leaves. */
export function noteDeparture(waits: readonly (Wait | undefined)[], statements: number): void {
  for (const wait of waits) {
    wait?.span?.note('sent', { 'lyceum.flight.statements': statements, 'lyceum.flight.reads': waits.length });
  }
}

/** Ends a span with the work that it stands for. What the database refuses because of a rule is its answer, and no failure. */
export async function endedBy<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const type = typeOfError(error);
    if (RULES.test(type) || (error instanceof Refusal && !isFault(error))) span.set({ 'lyceum.outcome': type });
    else span.fail(type);
    throw error;
  } finally {
    span.end();
  }
}

/** Integrity constraints, and a key that was used before (see the chassis's migrations). */
const RULES = /^(23|LY)/;
