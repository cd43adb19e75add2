import type pg from 'pg';

/** A table of a service, as it stands in a database that is distributed by institution. */
export type Placement = 'distributed' | 'reference' | 'local';

/** Tables that every node holds whole, with the reason. */
export const REFERENCE: Readonly<Record<string, string>> = {
  institutions: 'what institutions are: the tables of institutions refer to it, and it changes seldom',
  integrations: 'a client id is looked up before its institution is known, and is unique in the platform',
};

/** Tables that stay whole on the coordinator, with the reason. */
export const LOCAL: Readonly<Record<string, string>> = {
  outbox: 'one relay takes all events in their order, and some belong to no institution',
  operators: 'operators belong to the installation, not to an institution',
  inbox: 'an event is known by its id, whosoever it is',
  parked_events: 'an event is known by its id, and some belong to no institution',
  chassis_migrations: 'what was migrated concerns the database',
  migrations: 'what was migrated concerns the database',
};

/** What Citus does not do by itself, and how it is made to. */
export const ANSWERED: Readonly<Record<string, string>> = {
  'audit_log has a trigger audit_log_append_only':
    'citus.enable_unsafe_triggers lets it be: it looks at the row alone, which every node has',
  'audit_log has a trigger audit_log_not_emptied':
    'citus.enable_unsafe_triggers lets it be: it looks at nothing but the operation',
  'audit_log has a column by sequence sequence':
    'Citus gives identity columns of bigint numbers of its own, from 11.3 on',
  'audit_log is not an ordinary, permanent table':
    'Citus distributes tables that are partitioned by time, every partition alike',
};

export function placementOf(table: string): Placement {
  if (Object.hasOwn(REFERENCE, table)) return 'reference';
  return Object.hasOwn(LOCAL, table) ? 'local' : 'distributed';
}

/** A key or constraint of a table, as the catalogue has it. */
export interface Constraint {
  readonly table: string;
  readonly name: string;
  /** `p`rimary, `u`nique, e`x`clusion, `f`oreign. */
  readonly kind: 'p' | 'u' | 'x' | 'f';
  /** As PostgreSQL writes it out. */
  readonly definition: string;
  readonly columns: readonly (string | null)[];
  /** The operators of an exclusion constraint, in the order of its columns. */
  readonly operators: readonly string[] | null;
  readonly target: string | null;
  readonly target_columns: readonly string[];
  /** What becomes of a referring row: `a` no action, `r` restrict, `c` cascade, `n` set null, `d` set default. */
  readonly on_update: string;
  readonly on_delete: string;
}

/** A unique index that is no constraint. */
export interface UniqueIndex {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly columns: readonly (string | null)[];
}

export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     ORDER BY relname COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

export async function constraintsOf(client: pg.Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(CONSTRAINTS);
  return rows;
}

export async function uniqueIndexesOf(client: pg.Client): Promise<UniqueIndex[]> {
  const { rows } = await client.query<UniqueIndex>(UNIQUE_INDEXES);
  return rows;
}

/** Names of the columns that an index or constraint is of; null where it is of an expression. */
const names = (relation: string, numbers: string) => `ARRAY(
  SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS u(attnum, n)
  LEFT JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.attnum AND u.attnum <> 0 ORDER BY n)`;

const CONSTRAINTS = `
  SELECT c.relname AS "table", k.conname AS name, k.contype AS kind, pg_get_constraintdef(k.oid) AS definition,
    ${names('k.conrelid', 'k.conkey')} AS columns,
    (SELECT array_agg(o.oprname::text ORDER BY n) FROM unnest(k.conexclop) WITH ORDINALITY AS u(op, n) JOIN pg_operator o ON o.oid = u.op) AS operators,
    t.relname AS target, ${names('k.confrelid', 'k.confkey')} AS target_columns,
    k.confupdtype AS on_update, k.confdeltype AS on_delete
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid LEFT JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype IN ('p', 'u', 'x', 'f') AND k.conparentid = 0 AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
  ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`;

const UNIQUE_INDEXES = `
  SELECT c.relname AS "table", i.relname AS name, pg_get_indexdef(i.oid) AS definition,
    ${names('c.oid', '(x.indkey::int2[])[0:x.indnkeyatts - 1]')} AS columns
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND x.indisunique
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY 1, 2`;
