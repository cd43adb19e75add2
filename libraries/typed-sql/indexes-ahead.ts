import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

interface Pending {
  /** The table with the names of the applied migrations. */
  readonly migrationsTable: string;
  readonly folder: URL;
  readonly log: { info(details: object, message: string): void };
}

/**
 * Creates the indexes of pending migrations (`CREATE INDEX IF NOT EXISTS`) on tables that exist already, so that the
 * migrations find them. It does so `CONCURRENTLY` and outside a transaction: inside one, an index on ten million rows
 * blocks all writers for minutes. An index that an interrupted migration left invalid is created again. An index on a
 * column that does not exist yet, or on a partitioned table, is left to its migration.
 */
export async function makeIndexesAhead(client: pg.Client, pending: Pending): Promise<void> {
  const missing = await pendingIndexes(client, pending);
  if (missing.length === 0) return;
  // Poll instead of waiting on the server: a waiting statement holds a snapshot, and CREATE INDEX CONCURRENTLY waits
  // for all older snapshots.
  while (!(await one(client, 'SELECT pg_try_advisory_lock($1) AS value', [LOCK]))) await delay(RETRY_MS);
  try {
    for (const { name, unique, definition } of missing) {
      if (await one(client, IS_INVALID, [name])) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
      const isMade = await client
        .query(`CREATE ${unique}INDEX CONCURRENTLY IF NOT EXISTS ${definition}`)
        .then(() => true, falseIfColumnIsMissing);
      if (isMade) pending.log.info({ index: name }, 'index created ahead of its migration');
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}

interface Index {
  readonly name: string;
  readonly unique: string;
  /** The text after `CREATE INDEX`. */
  readonly definition: string;
}

async function pendingIndexes(client: pg.Client, { migrationsTable, folder }: Pending): Promise<Index[]> {
  if (!(await one(client, 'SELECT to_regclass($1) IS NOT NULL AS value', [migrationsTable]))) return [];
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${migrationsTable}`);
  const done = new Set(rows.map(({ name }) => `${name}.sql`));
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && !done.has(file)).sort();
  const found: Index[] = [];
  for (const file of files) {
    const text = await readFile(new URL(file, folder), 'utf8');
    for (const [, unique = '', definition = '', name = '', table = ''] of text.matchAll(INDEX)) {
      const isMissing = await one(client, IS_MISSING, [name, table]);
      if (isMissing) found.push({ name, unique, definition });
    }
  }
  return found;
}

async function one(client: pg.Client, text: string, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await client.query<{ value: boolean }>(text, [...values]);
  return rows[0]?.value ?? false;
}

function falseIfColumnIsMissing(error: unknown): false {
  if (error instanceof pg.DatabaseError && error.code === UNDEFINED_COLUMN) return false;
  throw error;
}

const INDEX = /^CREATE (UNIQUE )?INDEX IF NOT EXISTS ((\w+) ON (\w+)[^;]*);/gm;
const IS_INVALID = 'SELECT NOT indisvalid AS value FROM pg_index WHERE indexrelid = to_regclass($1)';
/** The table exists and is not partitioned; the index does not exist or is invalid. */
const IS_MISSING = `SELECT c.relkind = 'r' AND NOT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid) AS value
  FROM pg_class c WHERE c.oid = to_regclass($2)`;
const UNDEFINED_COLUMN = '42703';
/** An arbitrary number that nothing else locks. */
const LOCK = 4_207_180_311;
const RETRY_MS = 250;
