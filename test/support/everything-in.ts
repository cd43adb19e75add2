import { zstdDecompressSync } from 'node:zlib';
import { query } from './postgres/query.ts';

/** All rows of all tables in a database, as text. What is stored compressed is read. */
export async function everythingIn(url: string): Promise<string> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const rows = tables.map(({ name }) =>
    query<{ text: string | null }>(url, `SELECT string_agg(t::text, ' ') AS text FROM ${name} t`),
  );
  const text = (await Promise.all(rows)).flatMap((row) => row.map((each) => each.text)).join('\n');
  return text.replaceAll(COMPRESSED, (_, hex: string) => zstdDecompressSync(Buffer.from(hex, 'hex')).toString());
}

/** A value of `bytea` that begins as Zstandard does. */
const COMPRESSED = /\\x(28b52ffd[0-9a-f]*)/g;
