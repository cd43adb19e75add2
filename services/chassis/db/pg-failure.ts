import pg from 'pg';
import type { RefusalCode } from '../errors/catalogue.ts';
import { Refusal } from '../errors/refusal.ts';

/** Constraint name → the refusal it stands for. The database has the last word on invariants; this says it in the product's words. */
export type Constraints = Readonly<Record<string, RefusalCode>>;

/** Whether the transaction may simply be run again: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** An error of the database in the product's words; anything else unchanged. */
export function translateFailure(error: unknown, constraints: Constraints): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof pg.DatabaseError) {
    const refusal = error.constraint === undefined ? undefined : constraints[error.constraint];
    if (refusal !== undefined) return new Refusal(refusal, { cause: error });
    if (error.code === CHARACTER_NOT_IN_REPERTOIRE) return new Refusal('REQUEST_INVALID', { cause: error });
    if (error.code === QUERY_CANCELED) return new Refusal('DEADLINE_EXCEEDED', { cause: error });
    if (UNAVAILABLE_STATES.test(error.code ?? '')) return new Refusal('DEPENDENCY_UNAVAILABLE', { cause: error });
    return error;
  }
  if (error instanceof Error && (UNAVAILABLE_CODES.has(codeOf(error)) || UNAVAILABLE_MESSAGES.test(error.message))) {
    return new Refusal('DEPENDENCY_UNAVAILABLE', { cause: error });
  }
  return error;
}

/** U+0000 in a text: the one string of a request that PostgreSQL can not keep. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';
const QUERY_CANCELED = '57014';
/** Connection exceptions, too many connections and other resources that ran out, shutdowns and starts, read-only standby. */
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|58...|25006)$/;
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
