import { CommandFailure, TryAgainLater } from '../../../cli/failure.ts';
import { printable } from '../../../cli/terminal/printable.ts';
import { failureKind, openClient } from '../../../libraries/pg-batch/index.ts';
import type { Dialect, Store, Value } from './store.ts';

/**
 * Opens the schema of a copy: `lyceum`, or the one that the URL names. One session writes and holds the lock, so that a
 * process that has lost the lock cannot write either. Throws a CommandFailure that shows no password.
 */
export async function openPostgres(text: string): Promise<Store> {
  if (!URL.canParse(text)) throw new CommandFailure('--to has no URL of PostgreSQL.');
  const { protocol, host, pathname, searchParams } = new URL(text);
  const schema = searchParams.get('schema') ?? 'lyceum';
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new CommandFailure('The schema of a copy is of small letters, digits and _.');
  const failed = (error: unknown) => failureOf(`${protocol}//${host}${pathname}`, error);
  const config = { connectionString: text, fallback_application_name: 'lyceum-client sync' };
  const client = await openClient(config).catch((error: unknown) => Promise.reject(failed(error)));
  const all = async <T>(sql: string, ...values: readonly Value[]): Promise<readonly T[]> => {
    let count = 0;
    const { rows } = await client
      .query(
        sql.replaceAll('?', () => `$${++count}`),
        [...values],
      )
      .catch((error: unknown) => Promise.reject(failed(error)));
    return rows;
  };
  const run = async (sql: string, ...values: readonly Value[]) => void (await all(sql, ...values));
  const close = () => client.end().catch(() => undefined);
  try {
    for (const each of SETTINGS) await run(`SET ${each}`);
    await run(`SET search_path = "${schema}"`);
    const isKept = await client.query(LOCK, [`lyceum-client sync ${schema}`]).then(
      () => false,
      (error: unknown) => isLocked(error) || Promise.reject(failed(error)),
    );
    // Who may write into a schema need not be allowed to make one.
    const [found] = await all<{ oid: string | null }>('SELECT to_regnamespace(?) AS oid', `"${schema}"`);
    if (!isKept && !found?.oid) await run(`CREATE SCHEMA "${schema}"`);
    return {
      isKept,
      dialect: POSTGRES,
      all,
      run,
      transaction,
      forget: async () => undefined,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function transaction(change: () => Promise<void>): Promise<void> {
    await run('BEGIN');
    try {
      await change();
      await run('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

function failureOf(place: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error);
  const isPassing = ['unavailable', 'conflict', 'timeout'].includes(failureKind(error) ?? '');
  if (!isPassing) return new CommandFailure(`${place}: ${printable(reason)}`);
  return new TryAgainLater(
    `${place} cannot be used now (${printable(reason)}). The next try goes on where the copy is.`,
  );
}

const isLocked = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * A process that was killed holds its lock until the server notices, and a reader those of its tables. The session of a
 * machine that is gone ends after a minute; by default it would hold the lock for two hours.
 */
const SETTINGS = [
  'lock_timeout = 3000',
  'tcp_keepalives_idle = 30',
  'tcp_keepalives_interval = 10',
  'tcp_keepalives_count = 3',
];
const LOCK = 'SELECT pg_advisory_lock(hashtextextended($1, 0))';

const POSTGRES: Dialect = {
  columns: 'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()',
  format: `SELECT value AS format FROM _sync WHERE name = 'format'`,
  setFormat: (format) =>
    `INSERT INTO _sync VALUES ('format', '${format}') ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  json: 'jsonb',
  day: 'date',
  byKey: '',
  addColumns(table, properties) {
    const columns = [...properties].map(
      ([column, property]) => `ADD COLUMN ${column} ${typeOf(property, `(json->>'${property}')`)} STORED`,
    );
    // All at once, because each statement writes the whole table anew.
    return columns.length > 0 ? [INSTANT, `ALTER TABLE ${table} ${columns}`] : [];
  },
  // Not made anew, which would end what others have granted on it and built upon it.
  view: (name, definition) => [`CREATE OR REPLACE VIEW ${name} AS ${definition}`],
  members: `jsonb_array_elements_text(user_groups.json->'memberIds') AS member(value)`,
};

function typeOf(property: string, text: string): string {
  if (/(At|Time)$/.test(property)) return `timestamptz GENERATED ALWAYS AS (_instant(${text}))`;
  const type = TYPES.find(([properties]) => properties.test(property))?.[1] ?? 'text';
  return `${type} GENERATED ALWAYS AS (${text}::${type})`;
}

const TYPES: readonly (readonly [properties: RegExp, type: string])[] = [
  [/^is[A-Z]|^autoClosed$/, 'boolean'],
  [/Minutes$|^(capacity|duration|memberCount)$/, 'integer'],
];

/** Texts as the API's are in UTC, so that they mean the same whatever the session's settings. */
const INSTANT = `CREATE OR REPLACE FUNCTION _instant(text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT $1::timestamptz'`;
