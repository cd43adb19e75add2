import { withClient } from '../../../libraries/pg-batch/index.ts';

/** The institutions that have rows in any table of a database, but for what says where they are. */
export async function institutionsIn(connectionString: string): Promise<string[]> {
  return withClient({ connectionString }, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    const each = tables.map(
      ({ name }) => `SELECT institution_id::text AS id FROM ${name} WHERE institution_id IS NOT NULL`,
    );
    const { rows } = await client.query<{ id: string }>(`${each.join(' UNION ')} ORDER BY 1`);
    return rows.map(({ id }) => id);
  });
}

const TABLES = `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE a.attname = 'institution_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'placements'`;
