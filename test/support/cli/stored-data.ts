import { SERVICES } from '../../../cli/service-names.ts';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import type { TestDatabases } from '../postgres/test-databases.ts';

/**
 * A digest of each table of the services that an import writes to, including audit logs; activity is none of them, and
 * counts requests seconds after they were answered. For the outbox, which the relay changes at any time, its last
 * sequence.
 */
export async function storedData(databases: TestDatabases): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const service of SERVICES.filter((each) => each !== 'activity')) {
    await withClient({ connectionString: databases.url(service) }, async (client) => {
      const { rows } = await client.query<{ name: string }>(TABLES);
      for (const { name } of rows) {
        const digest =
          name === 'outbox'
            ? 'max(sequence)::text'
            : "count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text), ''))";
        const answer = await client.query<{ digest: string }>(`SELECT ${digest} AS digest FROM ${name} AS t`);
        found[`${service}.${name}`] = String(answer.rows[0]?.digest);
      }
    });
  }
  return found;
}

/** Leaves out tables that consumers fill from the outbox at any time. */
const TABLES = `SELECT relname AS name FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
    AND relname NOT IN ('inbox', 'events', 'feed_heads') ORDER BY 1`;
