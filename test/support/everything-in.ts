import { query } from './postgres/query.ts';

/** All rows of all tables in a database, as text. */
export async function everythingIn(url: string): Promise<string> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const rows = tables.map(({ name }) => query(url, `SELECT string_agg(t::text, ' ') AS text FROM ${name} t`));
  return JSON.stringify(await Promise.all(rows));
}
