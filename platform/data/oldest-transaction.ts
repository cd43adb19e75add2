import type { Reader } from '../../libraries/pg-batch/index.ts';
import { bigint, sqlStatement } from '../../libraries/typed-sql/index.ts';

/**
 * How long the oldest transaction of any replica of this service has been running, in milliseconds of the server's clock. A commit that waits for a standby
 * counts: it cannot be read yet. Other programs, such as a backup, do not.
 */
export async function oldestTransactionMs(db: Reader): Promise<number> {
  const [row] = await db.rows(OLDEST, {});
  if (typeof row?.ms === 'number') return row.ms;
  throw new Error(
    'the server does not show when the transactions of this service began: it needs track_activities, and if replicas have different roles, these need pg_read_all_stats',
  );
}

/**
 * Replicas have the same application name; a pooler may append the address of its client. This statement has its own transaction, so it finds at least
 * that, and nothing that begins while it runs can be older.
 */
const OLDEST = sqlStatement(null, 'oldest_transaction', {
  parameters: {},
  result: { ms: bigint().nullable() },
  text: () => `SELECT CASE WHEN bool_and(pg_has_role(a.usesysid, 'USAGE') OR pg_has_role('pg_read_all_stats', 'USAGE'))
     THEN ceil(1000 * extract(epoch FROM clock_timestamp() - min(a.xact_start)))::bigint END AS ms
   FROM pg_stat_activity a
   WHERE a.datname = current_database()
     AND split_part(a.application_name, ' ', 1) = split_part(current_setting('application_name'), ' ', 1)`,
});
