import type pg from 'pg';
import type { Violation } from '../project/violations.ts';

/** A key of a table in the database's catalogue: primary key, unique constraint or index, or exclusion constraint. */
interface KeyRow {
  readonly table: string;
  readonly key: string;
  /** Null if the key begins with an expression. */
  readonly first_column: string | null;
}

interface ForeignKeyRow {
  readonly table: string;
  readonly key: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly target_columns: readonly string[];
}

interface TableRow {
  readonly table: string;
  readonly has_primary_key: boolean;
}

/** Keys and references in a database's schema that would let two institutions share a row. */
export async function findTenantLeaks(client: pg.Client, database: string): Promise<Violation[]> {
  const location = (name: string) => `${database}.${name}`;
  const tables = await client.query<TableRow>(TABLES);
  const keys = await client.query<KeyRow>(KEYS);
  const foreignKeys = await client.query<ForeignKeyRow>(FOREIGN_KEYS);
  return [
    ...tables.rows
      .filter(({ has_primary_key }) => !has_primary_key)
      .map(({ table }) => ({ location: location(table), what: 'has no primary key' })),
    ...keys.rows
      .filter(({ first_column }) => first_column !== TENANT)
      .map(({ table, key, first_column }) => ({
        location: location(key),
        what: `key of ${table} begins with ${first_column ?? 'an expression'}, not with ${TENANT}`,
      })),
    ...foreignKeys.rows
      .filter(({ target }) => target !== 'institutions')
      .filter(({ columns, target_columns }) => columns[0] !== TENANT || target_columns[0] !== TENANT)
      .map(({ table, key, target }) => ({
        location: location(key),
        what: `lets ${table} refer to another institution's row of ${target}`,
      })),
  ];
}

const TENANT = 'institution_id';

const TABLES = `
  SELECT c.relname AS "table", EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary) AS has_primary_key
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`;

const KEYS = `
  SELECT c.relname AS "table", i.relname AS key,
    (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = x.indkey[0] AND x.indkey[0] <> 0) AS first_column
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND (x.indisprimary OR x.indisunique OR x.indisexclusion) ORDER BY 1, 2`;

const FOREIGN_KEYS = `
  SELECT c.relname AS "table", k.conname AS key, t.relname AS target,
    ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u(attnum, n)
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.attnum ORDER BY n) AS columns,
    ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u(attnum, n)
          JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.attnum ORDER BY n) AS target_columns
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`;
