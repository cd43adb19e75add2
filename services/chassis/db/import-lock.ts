import { statement, type Tx } from './statement.ts';

/**
 * Lets one import of a scope run at a time, until its transaction ends: two imports of one new bundle would both find nothing, and
 * collide. What is read afterwards sees what the import before has committed.
 * @param scope an institution's id, or the ref of one that may not exist yet
 */
export function lockImport(tx: Tx, scope: string): void {
  tx.write(LOCK, [scope]);
}

const LOCK = statement('import_lock', `SELECT pg_advisory_xact_lock(hashtextextended('import/' || $1::text, 0))`);
