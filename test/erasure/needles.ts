import { zstdDecompressSync } from 'node:zlib';
import { query } from '../support/postgres/query.ts';

/** In which tables of a database a text is, in any letter case: also in what is compressed, or in protobuf. */
export async function tablesWith(url: string, needle: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(url, `SELECT t::text AS text FROM ${name} t`);
    const text = rows.map((row) => row.text.replaceAll(BYTES, readable)).join('\n');
    if (text.toLowerCase().includes(needle.toLowerCase())) found.push(name);
  }
  return found;
}

const BYTES = /\\x([0-9a-f]*)/g;
const ZSTANDARD = '28b52ffd';

function readable(_: string, hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  return (hex.startsWith(ZSTANDARD) ? zstdDecompressSync(bytes) : bytes).toString();
}
