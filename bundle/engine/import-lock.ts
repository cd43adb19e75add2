import type { Tx } from '../../libraries/pg-batch/index.ts';
import { sqlStatement, text } from '../../libraries/typed-sql/index.ts';

/**
 * Lets one import of a scope run at a time, until its transaction ends: two imports of the same new bundle would both
 * find nothing and collide. Statements after this one see what the previous import has committed.
 * @param scope an institution's id, or the ref of one that may not exist yet
 */
export function lockImport(tx: Tx, scope: string): void {
  tx.write(LOCK, { scope });
}

const LOCK = sqlStatement(null, 'import_lock', {
  writes: true,
  parameters: { scope: text() },
  result: {},
  text: ({ scope }) => `SELECT FROM pg_advisory_xact_lock(hashtextextended('import/' || ${scope}::text, 0))`,
});
