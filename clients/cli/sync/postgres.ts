import { CommandFailure, TryAgainLater } from '../../../cli/failure.ts';
import { printable } from '../../../cli/terminal/printable.ts';
import { failureKind, openClient } from '../../../libraries/pg-batch/index.ts';
import { typeOf } from './kinds.ts';
import type { Dialect, Store, Value } from './store.ts';

/**
 * Opens the schema of a copy: `lyceum`, or the one that the URL names. Throws a CommandFailure that shows no password.
 */
export async function openPostgres(text: string): Promise<Store> {
  if (!URL.canParse(text)) throw new CommandFailure('--to has no URL of PostgreSQL.');
  const { protocol, host, pathname, searchParams } = new URL(text);
  const schema = searchParams.get('schema') ?? 'lyceum';
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new CommandFailure('The schema of a copy is of small letters, digits and _.');
  const place = `${protocol}//${host}${pathname}`;
  const config = { connectionString: text, fallback_application_name: 'lyceum-client sync' };
  const client = await openClient(config).catch((error: unknown) => Promise.reject(failureOf(place, error)));
  try {
    await client.query([...SETTINGS, `search_path = "${schema}"`].map((each) => `SET ${each}`).join(';'));
    const isKept = await client.query(LOCK, [`lyceum-client sync ${schema}`]).then(() => false, isLocked);
    const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
    // Who may write into a schema need not be allowed to make one.
    if (!isKept && rowCount === 0) await client.query(`CREATE SCHEMA "${schema}"`);
    return new PostgresStore(client, isKept, place);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw failureOf(place, error);
  }
}

/** One session writes and holds the lock, so that a process that has lost the lock cannot write either. */
class PostgresStore implements Store {
  readonly isKept: boolean;
  readonly dialect = POSTGRES;
  readonly #client: Client;
  readonly #place: string;

  constructor(client: Client, isKept: boolean, place: string) {
    this.#client = client;
    this.isKept = isKept;
    this.#place = place;
  }

  async all<T>(sql: string, ...values: readonly Value[]): Promise<readonly T[]> {
    let count = 0;
    const text = sql.replaceAll('?', () => `$${++count}`);
    try {
      return (await this.#client.query(text, [...values])).rows;
    } catch (error) {
      throw failureOf(this.#place, error);
    }
  }

  async run(sql: string, ...values: readonly Value[]): Promise<void> {
    await this.all(sql, ...values);
  }

  async transaction(change: () => Promise<void>): Promise<void> {
    await this.run('BEGIN');
    try {
      await change();
      await this.run('COMMIT');
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** The server frees what is deleted by itself. */
  async forget(): Promise<void> {}

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

type Client = Awaited<ReturnType<typeof openClient>>;

function failureOf(place: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error);
  const isPassing = ['unavailable', 'conflict', 'timeout'].includes(failureKind(error) ?? '');
  if (!isPassing) return new CommandFailure(`${place}: ${printable(reason)}`);
  return new TryAgainLater(
    `${place} cannot be used now (${printable(reason)}). The next try goes on where the copy is.`,
  );
}

/** Whether another session has held a lock for too long. Throws any other error. */
function isLocked(error: unknown): true {
  if (error instanceof Error && 'code' in error && error.code === '55P03') return true;
  throw error;
}

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
    const columns = [...properties].map(([column, property]) => `ADD COLUMN ${column} ${computed(property)}`);
    // All at once, because each statement writes the whole table anew.
    return columns.length > 0 ? [INSTANT, `ALTER TABLE ${table} ${columns}`] : [];
  },
  // Not made anew, which would end what others have granted on it and built upon it.
  view: (name, definition) => [`CREATE OR REPLACE VIEW ${name} AS ${definition}`],
  members: `jsonb_array_elements_text(user_groups.json->'memberIds') AS member(value)`,
};

function computed(property: string): string {
  const text = `(json->>'${property}')`;
  const type = typeOf(property);
  return type === 'time'
    ? `timestamptz GENERATED ALWAYS AS (_instant(${text})) STORED`
    : `${type} GENERATED ALWAYS AS (${text}::${type}) STORED`;
}

/** Texts as the API's are in UTC, so that they mean the same whatever the session's settings. */
const INSTANT = `CREATE OR REPLACE FUNCTION _instant(text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT $1::timestamptz'`;
