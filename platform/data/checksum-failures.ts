import type { Reader } from '../../libraries/pg-batch/index.ts';
import { bigint, sqlStatement } from '../../libraries/typed-sql/index.ts';

/**
 * How many pages of a service's database, or of what all databases of its server share, had a wrong checksum: since the
 * statistics were reset, by whatever reads pages, backups and vacuum included. Null if the cluster has no checksums.
 */
export async function checksumFailures(db: Reader): Promise<number | null> {
  const [row] = await db.rows(FAILURES, {});
  return row?.failures ?? null;
}

const FAILURES = sqlStatement(null, 'checksum_failures', {
  parameters: {},
  result: { failures: bigint().nullable() },
  text: () =>
    `SELECT sum(checksum_failures)::bigint AS failures FROM pg_stat_database WHERE datid = 0 OR datname = current_database()`,
});
