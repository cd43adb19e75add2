import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { instant, sqlStatement } from '../../../libraries/typed-sql/index.ts';
import type { Database } from '../../../platform/data/database.ts';
import { backupProofs } from '../store/tables.ts';

/**
 * When backups were restored and found to be whole. Kept in identity's database, as operators are: access to it is the
 * permission to prove a backup.
 */

/** Records that a backup was proven. @param provenAt instant text */
export async function recordBackupProof(db: Database, provenAt: string): Promise<void> {
  await db.transaction(async (tx) => tx.write(RECORD, { provenAt }), { of: 'nobody' });
}

/** When a backup was proven last: RFC 3339, UTC; null if never. */
export async function lastBackupProof(db: Reader): Promise<string | null> {
  const [last] = await db.rows(LAST, {});
  return last?.provenAt ?? null;
}

const { provenAt } = backupProofs.columns;

const RECORD = sqlStatement(backupProofs, 'record', {
  writes: true,
  parameters: { provenAt },
  result: {},
  text: ($) => `INSERT INTO backup_proofs (proven_at) VALUES (${$.provenAt}) ON CONFLICT DO NOTHING`,
});

const LAST = sqlStatement(backupProofs, 'last', {
  parameters: {},
  result: { provenAt: instant() },
  text: () => 'SELECT proven_at AS "provenAt" FROM backup_proofs ORDER BY proven_at DESC LIMIT 1',
});
