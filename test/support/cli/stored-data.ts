import { SERVICES } from '../../../cli/service-names.ts';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import type { TestDatabases } from '../postgres/test-databases.ts';

/**
 * A digest of each table of the services that an import writes to, including audit logs; activity is none of them, and
 * counts requests seconds after they were answered. For the outbox, which the relay changes at any time, its last
 * sequence.
 */
export async function storedData(databases: TestDatabases): Promise<Record<string, string>> {
  const services = SERVICES.filter((each) => each !== 'activity');
  const found = await Promise.all(services.map((service) => digestsOf(service, databases.url(service))));
  return Object.fromEntries(found.flat());
}

function digestsOf(service: string, connectionString: string): Promise<(readonly [string, string])[]> {
  return withClient({ connectionString }, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    const digests = tables.map(({ name }) => `SELECT '${name}' AS name, ${digestOf(name)} AS digest FROM ${name} AS t`);
    const { rows } = await client.query<{ name: string; digest: string }>(digests.join(' UNION ALL '));
    return rows.map(({ name, digest }) => [`${service}.${name}`, digest] as const);
  });
}

function digestOf(table: string): string {
  if (table === 'outbox') return 'max(sequence)::text';
  // A row that counts nobody is a lock, which a consumer takes at any time.
  const counted = table === 'administrator_counts' ? ' FILTER (WHERE t.administrators > 0)' : '';
  return `count(*)${counted} || ' ' || md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text)${counted}, ''))`;
}

/** Leaves out tables that consumers fill from the outbox at any time, and what becomes of it. */
const TABLES = `SELECT relname AS name FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
    AND relname NOT IN ('inbox', 'events', 'feed_heads', 'deliveries', 'delivery_attempts', 'delivery_budgets', 'endpoint_queues',
      'archived_users', 'archivings')
  ORDER BY 1`;
