import pg from 'pg';
import { type FailureKind, failureKind } from '../../libraries/pg-batch/index.ts';
import type { PlatformCode, RefusalKind } from '../core/errors/catalogue.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { standstillOf } from './standstill/fence.ts';

/** Constraint name → its refusal. The database enforces the invariants; this translates its errors. */
export type Constraints = Readonly<Record<string, PlatformCode | RefusalKind>>;

/**
 * Whether the transaction can be retried: a conflict with others, or a guard found that data has changed since it was
 * read.
 */
export function isRetryable(error: unknown): boolean {
  return failureKind(error) === 'conflict' || isStaleWrite(error);
}

/** Translates an error of the database into a refusal; returns any other error unchanged. */
export function translateFailure(error: unknown, constraints: Constraints): unknown {
  if (error instanceof Refusal) return error;
  const standstill = standstillOf(error);
  if (standstill?.state === 'frozen')
    return new Refusal('INSTITUTION_FROZEN', { cause: error, extensions: { ...standstill } });
  // Repeated, it is told where: only a credential that was cached before comes here.
  if (standstill?.state === 'moved')
    return new Refusal('INSTITUTION_FROZEN', { cause: error, extensions: { ...standstill, retryAfterSeconds: 1 } });
  if (standstill) return new Refusal('INSTITUTION_CLOSED', { cause: error });
  const violated = error instanceof pg.DatabaseError ? constraints[error.constraint ?? ''] : undefined;
  if (violated !== undefined) return new Refusal(violated, { cause: error });
  const kind = isStaleWrite(error) ? 'conflict' : failureKind(error);
  return kind ? new Refusal(REFUSALS[kind], { cause: error }) : error;
}

/** Raised by the function refuse_stale_write. */
function isStaleWrite(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'LY004';
}

/** A conflict is translated when every attempt has met one. */
const REFUSALS: Readonly<Record<FailureKind, PlatformCode>> = {
  busy: 'SERVICE_BUSY',
  abandoned: 'DEADLINE_EXCEEDED',
  timeout: 'DEADLINE_EXCEEDED',
  unstorable: 'REQUEST_INVALID',
  conflict: 'DEPENDENCY_UNAVAILABLE',
  unavailable: 'DEPENDENCY_UNAVAILABLE',
};
