import pg from 'pg';
import { Refusal } from '../../core/errors/refusal.ts';

/** The kind of an error: a refusal's code, an SQLSTATE, a name. Never a message: a database's contain values. */
export function typeOfError(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (error instanceof pg.DatabaseError) return error.code ?? 'DatabaseError';
  if (!(error instanceof Error)) return '_OTHER';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
