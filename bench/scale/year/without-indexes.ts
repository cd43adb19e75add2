import type pg from 'pg';

interface Made {
  readonly drop: string;
  readonly make: string;
}

/**
 * Fills a database without its indexes, constraints and triggers, and recreates them afterwards: inserting ten million
 * rows into six indexes one by one takes an hour. Needs a superuser's connection.
 */
export async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const references = await made(client, constraintsOf("contype = 'f'"));
  const keys = await made(client, constraintsOf("contype IN ('p', 'u', 'x')"));
  const indexes = await made(client, INDEXES);
  for (const { drop } of [...references, ...indexes, ...keys]) await client.query(drop);
  await client.query("SET session_replication_role = 'replica'");
  await fill();
  await client.query("SET session_replication_role = 'origin'; SET maintenance_work_mem = '1GB'");
  for (const { make } of [...keys, ...indexes, ...references]) await client.query(make);
}

async function made(client: pg.Client, text: string): Promise<Made[]> {
  return (await client.query<Made>(text)).rows;
}

const IN_PUBLIC = "connamespace = 'public'::regnamespace AND conparentid = 0";

const constraintsOf = (kinds: string) => `SELECT
    format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
  FROM pg_constraint WHERE ${IN_PUBLIC} AND ${kinds} ORDER BY contype, conname`;

const INDEXES = `SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop,
    replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS make
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.contype IN ('p', 'u', 'x'))`;
