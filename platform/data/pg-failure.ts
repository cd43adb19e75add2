import pg from 'pg';
import type { PlatformCode, RefusalKind } from '../core/errors/catalogue.ts';
import { Refusal } from '../core/errors/refusal.ts';

/** Constraint name → the refusal it stands for. The database has the last word on invariants; this says it in the product's words. */
export type Constraints = Readonly<Record<string, PlatformCode | RefusalKind>>;

/** Whether the transaction may simply be run again: serialization failure, deadlock, or a guard that found what was read before it changed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.test(error.code ?? '');
}

/** Whether the session is of no use after this error: the server ended it, or behind a pooler it leads to one that has become a standby. */
export function endsSession(error: pg.DatabaseError): boolean {
  return SESSION_ENDS.test(error.code ?? '');
}

/** Whether a statement was ended because it took too long, by the server or by the driver, or because it was cancelled. */
export function endsStatement(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === QUERY_CANCELED;
  return isSilence(error);
}

/** Whether the server has fallen silent: it cancels what takes long before the driver gives it up. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Query read timeout');
}

/** What a database server can run out of. */
export type Resource = 'disk' | 'memory' | 'connections';

/** What the server had too little of, where that made a statement or a connection fail. */
export function resourceThatRanOut(error: unknown): Resource | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (isDiskFull(error)) return 'disk';
  if (error.code === OUT_OF_MEMORY) return 'memory';
  return error.code === TOO_MANY_CONNECTIONS ? 'connections' : undefined;
}

/** A quota that is used up has no code of its own, but an internal error's. */
function isDiskFull({ code, message }: pg.DatabaseError): boolean {
  return code === DISK_FULL || /(No space left on device|Disk quota exceeded)/.test(message);
}

/** Whether the server refused a value of a statement, which says nothing of the statement's other values. */
export function refusesValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith(DATA_EXCEPTION) === true;
}

/** An error of the database in the product's words; anything else unchanged. */
export function translateFailure(error: unknown, constraints: Constraints): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof pg.DatabaseError) {
    const refusal = error.constraint === undefined ? undefined : constraints[error.constraint];
    if (refusal !== undefined) return new Refusal(refusal, { cause: error });
    if (error.code === CHARACTER_NOT_IN_REPERTOIRE) return new Refusal('REQUEST_INVALID', { cause: error });
    if (error.code === QUERY_CANCELED) return new Refusal('DEADLINE_EXCEEDED', { cause: error });
    if (UNAVAILABLE_STATES.test(error.code ?? '') || isDiskFull(error))
      return new Refusal('DEPENDENCY_UNAVAILABLE', { cause: error });
    return error;
  }
  if (error instanceof Error && (UNAVAILABLE_CODES.has(codeOf(error)) || UNAVAILABLE_MESSAGES.test(error.message))) {
    return new Refusal('DEPENDENCY_UNAVAILABLE', { cause: error });
  }
  return error;
}

/** The last is raised by the function refuse_stale_write. */
const RETRYABLE = /^(40001|40P01|LY004)$/;
const DATA_EXCEPTION = '22';
/** U+0000 in a text: the one string of a request that PostgreSQL can not keep. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';
const TOO_MANY_CONNECTIONS = '53300';
/** Connection exceptions, shutdowns, sessions and transactions that lasted longer than the server lets them, a server that takes no writes. */
const SESSION_ENDS = /^(08...|57P0.|25P0[34]|25006)$/;
/**
 * The same; too many connections and other resources that ran out; a server that lets nobody in, or does not have the database; a
 * read-only standby; a transaction that lost against others at every try, or waited too long for them.
 */
const UNAVAILABLE_STATES = /^(08...|57P0.|25P0[34]|53...|58...|28...|3D000|25006|40001|40P01|55P03|LY004)$/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver has no codes for these. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end)/;

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A connection is reusable after the server refused a statement, not after an error of the wire, nor when the server ended the session. */
export function connectionError(failure: unknown): Error | undefined {
  if (!(failure instanceof Error)) return undefined;
  return failure instanceof pg.DatabaseError && !endsSession(failure) ? undefined : failure;
}
