import { withClient } from '../libraries/pg-batch/index.ts';

/**
 * Deletes an institution's rows from a service's database, all or none, without audit records: for development systems
 * only. History stays: the audit log, the feed, and events that are not published yet. Integrations that an operator
 * has created stay, too: their credentials are in use by the person who tries the platform out.
 */
export async function deleteRowsOfInstitution(databaseUrl: string, institutionId: string): Promise<void> {
  await withClient({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query<{ name: string }>(TABLES, [RETAINED_TABLES]);
    if (rows.length > 0) await client.query(deletionOf(rows.map(({ name }) => name)), [institutionId]);
  });
}

/** One statement: rows reference each other in cycles, and foreign keys are checked at its end. */
function deletionOf(tables: readonly string[]): string {
  const parts = tables.map((table, index) => {
    const own = table === 'integrations' ? ' AND created_by IS NOT NULL' : '';
    return `deleted_${index} AS (DELETE FROM ${table} WHERE institution_id = $1${own})`;
  });
  return `WITH ${parts.join(', ')} SELECT`;
}

const RETAINED_TABLES = ['audit_log', 'events', 'feed_heads', 'outbox', 'stamps'];

/** Excludes partitions: their parent covers them. */
const TABLES = `SELECT c.oid::regclass::text AS name
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'institution_id' AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    AND c.relname <> ALL ($1) ORDER BY 1`;
