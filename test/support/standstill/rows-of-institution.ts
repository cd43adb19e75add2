import { SERVICES } from '../../../cli/service-names.ts';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import type { TestDatabases } from '../postgres/test-databases.ts';

/** A digest of the rows of an institution in each table of all services, without what reads leave. */
export async function rowsOfInstitution(
  databases: Pick<TestDatabases, 'url'>,
  id: string,
): Promise<Record<string, string>> {
  const found = await Promise.all(SERVICES.map((service) => digestsOf(service, databases.url(service), id)));
  return Object.fromEntries(found.flat());
}

function digestsOf(service: string, connectionString: string, id: string): Promise<(readonly [string, string])[]> {
  return withClient({ connectionString }, async (client) => {
    const { rows: tables } = await client.query<{ name: string; key: string }>(TABLES);
    const digests = tables.map(
      ({ name, key }) => `SELECT '${name}' AS name,
        count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text), '')) AS digest
        FROM ${name} AS t WHERE ${key} = $1`,
    );
    const { rows } = await client.query<{ name: string; digest: string }>(digests.join(' UNION ALL '), [id]);
    return rows.map(({ name, digest }) => [`${service}.${name}`, digest] as const);
  });
}

const TABLES = `SELECT c.relname AS name, a.attname AS key
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    AND (a.attname = 'institution_id' OR c.relname = 'institutions' AND a.attname = 'id')
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    AND c.relname NOT IN ('standstills', 'placements', 'request_chunks', 'named_requests', 'usage_hours', 'usage_routes',
      'deprecated_uses', 'secret_uses', 'calendar_feed_reads', 'administrator_sessions')
  ORDER BY 1`;

/** The tables, of all services, in which the text stands anywhere in a row, also in bytes: `directory.users`. */
export async function mentionsOf(databases: TestDatabases, text: string): Promise<string[]> {
  const found = await Promise.all(
    SERVICES.map((service) =>
      withClient({ connectionString: databases.url(service) }, async (client) => {
        const { rows: tables } = await client.query<{ name: string }>(ALL_TABLES);
        const searches = tables.map(
          ({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name} t
            WHERE strpos(t::text, $1) > 0 OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0)`,
        );
        const { rows } = await client.query<{ name: string }>(searches.join(' UNION ALL '), [text]);
        return rows.map(({ name }) => `${service}.${name}`);
      }),
    ),
  );
  return found.flat();
}

const ALL_TABLES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;
