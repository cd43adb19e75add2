import pg from 'pg';
import type { PlatformCode, RefusalKind } from '../core/errors/catalogue.ts';
import { Refusal } from '../core/errors/refusal.ts';

/** Constraint name → its refusal. The database enforces the invariants; this translates its errors into the product's terms. */
export type Constraints = Readonly<Record<string, PlatformCode | RefusalKind>>;

/** Whether the transaction can be retried: serialization failure, deadlock, or a guard that found that data read before has changed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.test(error.code ?? '');
}

/** Whether the session is unusable after this error: the server ended it, or behind a pooler it leads to a server that has become a standby. */
export function endsSession(error: pg.DatabaseError): boolean {
  return SESSION_ENDS.test(error.code ?? '');
}

/** Whether a statement was cancelled or, by the server or the driver, timed out. */
export function endsStatement(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === QUERY_CANCELED;
  return isSilence(error);
}

/** Whether the server has stopped responding: a running server cancels a long statement before the driver's timeout. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Query read timeout');
}

/** Resources that a database server can run out of. */
export type Resource = 'disk' | 'memory' | 'connections';

/** The resource whose shortage made a statement or a connection fail. */
export function exhaustedResource(error: unknown): Resource | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (isDiskFull(error)) return 'disk';
  if (error.code === OUT_OF_MEMORY) return 'memory';
  return error.code === TOO_MANY_CONNECTIONS ? 'connections' : undefined;
}

/** An exhausted disk quota has no code of its own: the server reports an internal error. */
function isDiskFull({ code, message }: pg.DatabaseError): boolean {
  return code === DISK_FULL || /(No space left on device|Disk quota exceeded)/.test(message);
}

/** Whether the server rejected one value of a statement; its other values may be valid. */
export function refusesValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith(DATA_EXCEPTION) === true;
}

/** Translates an error of the database into a refusal; returns any other error unchanged. */
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

/** LY004 is raised by the function refuse_stale_write. */
const RETRYABLE = /^(40001|40P01|LY004)$/;
const DATA_EXCEPTION = '22';
/** U+0000 in a text: the only character that PostgreSQL cannot store. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';
const TOO_MANY_CONNECTIONS = '53300';
/** Connection exceptions, shutdowns, sessions and transactions that exceeded a time limit of the server, a server that accepts no writes. */
const SESSION_ENDS = /^(08...|57P0.|25P0[34]|25006)$/;
/**
 * The same; too many connections and other exhausted resources; a server that rejects the login or does not have the database; a
 * read-only standby; a transaction that failed at every attempt because of others, or waited too long for them.
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

/** Returns the error that makes a connection unusable: one of the network, or one with which the server ended the session. */
export function connectionError(failure: unknown): Error | undefined {
  if (!(failure instanceof Error)) return undefined;
  return failure instanceof pg.DatabaseError && !endsSession(failure) ? undefined : failure;
}
