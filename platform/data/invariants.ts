import type pg from 'pg';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { storedName, type Table } from '../../libraries/typed-sql/index.ts';

/** A statement about stored data that is true at every moment, whatever has happened. */
export interface Invariant {
  /** A sentence about the rows of `of` that is true. */
  readonly name: string;
  /** The table, or what stands behind FROM, whose rows it is about. */
  readonly of: string;
  /** Selects `id` of everything that breaks it, without relying on the constraint that should prevent it. */
  readonly broken: string;
}

/** The result of checking an invariant. */
export interface Checked {
  readonly invariant: string;
  /** The number of rows that were looked at. */
  readonly rows: number;
  /** How many things break it. */
  readonly broken: number;
  /** Some of them, {@link MAX_NAMED} at most. */
  readonly ids: readonly string[];
}

/** A session with one snapshot of a database. */
export type SnapshotClient = pg.Client;

/** How many of the things that break an invariant are named. */
export const MAX_NAMED = 20;

/**
 * Runs work that reads one snapshot of a database and can write nothing. It may take any time: the limits for
 * statements and idle transactions that the role or the server has do not apply.
 * @param applicationName how the server shows the session
 */
export function inSnapshot<T>(
  databaseUrl: string,
  work: (client: SnapshotClient) => Promise<T>,
  applicationName = 'lyceum-cli',
): Promise<T> {
  return withClient({ connectionString: databaseUrl, application_name: applicationName }, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(
      "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL work_mem = '64MB'",
    );
    return work(client);
  });
}

/** Checks an invariant. Its rows stay in the server, which sorts on its disk what memory does not hold. */
export async function checkInvariant(client: SnapshotClient, { name, of, broken }: Invariant): Promise<Checked> {
  const { rows } = await client.query<Omit<Checked, 'invariant'>>(
    `WITH broken AS MATERIALIZED (${broken})
     SELECT (SELECT count(*)::float8 FROM ${of}) AS rows, (SELECT count(*)::float8 FROM broken) AS broken,
       ARRAY(SELECT id::text FROM broken ORDER BY 1 LIMIT ${MAX_NAMED}) AS ids`,
  );
  const [found = { rows: 0, broken: 0, ids: [] }] = rows;
  return { invariant: name, ...found };
}

/** That the newest audit record of each resource is of the version that is stored: no change is without its record. */
export function auditInvariants(tables: readonly Table[]): Invariant[] {
  return tables.flatMap(({ name, audited, tenant }) => {
    if (!audited) return [];
    const current = audited.deleted === undefined ? '' : ` WHERE t.${storedName(audited.deleted)} IS NULL`;
    const records = `SELECT FROM audit_log a WHERE a.institution_id = t.${storedName(audited.tenant ?? tenant)}
      AND a.resource_id = t.id AND a.resource = '${audited.resource}'`;
    return {
      name: `${name} have an audit record of their version, or none that is kept`,
      of: name,
      broken: `SELECT t.id FROM (SELECT * FROM ${name} t${current}) AS t
        WHERE NOT EXISTS (${records} AND a.version_after = t.revision) AND EXISTS (${records})`,
    };
  });
}

/** That every row that a foreign key refers to exists, for all foreign keys of a database. */
export async function referenceInvariants(client: SnapshotClient): Promise<Invariant[]> {
  return (await client.query<Invariant>(REFERENCES)).rows;
}

const REFERENCES = `
  SELECT format('%s refer to %s that exist (%s)', child.relname, parent.relname, k.conname) AS name,
    quote_ident(child.relname) AS "of",
    format('SELECT concat_ws(''/'', %s) AS id FROM %I c WHERE %s AND NOT EXISTS (SELECT FROM %I p WHERE %s)',
      own.list, child.relname, own.present, parent.relname, own.equal) AS broken
  FROM pg_constraint k
  JOIN pg_class child ON child.oid = k.conrelid
  JOIN pg_class parent ON parent.oid = k.confrelid,
  LATERAL (
    SELECT string_agg(format('c.%I', a.attname), ', ' ORDER BY n) AS list,
      string_agg(format('c.%I IS NOT NULL', a.attname), ' AND ' ORDER BY n) AS present,
      string_agg(format('p.%I = c.%I', b.attname, a.attname), ' AND ' ORDER BY n) AS equal
    FROM unnest(k.conkey, k.confkey) WITH ORDINALITY AS u(mine, theirs, n)
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.mine
    JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = u.theirs
  ) AS own
  WHERE k.contype = 'f' AND k.conparentid = 0 AND child.relnamespace = 'public'::regnamespace
  ORDER BY k.conname`;
