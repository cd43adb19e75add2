import pg from 'pg';
import { Refusal } from '../../core/errors/refusal.ts';

/** The kind of a failure: the code of a refusal, an SQLSTATE, a name. Never a message: those of a database hold values. */
export function typeOfError(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (error instanceof pg.DatabaseError) return error.code ?? 'DatabaseError';
  if (!(error instanceof Error)) return '_OTHER';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
