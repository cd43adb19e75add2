import { readFile, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { query } from './postgres/query.ts';

type Row = Record<string, unknown>;

/** Where `lyceum-client sync` keeps a copy, as those see it who use the copy. */
export interface CopyPlace {
  /** For the option `--to`. */
  readonly to: string;
  /** Rows, as a reader finds them at any time. */
  rows(sql: string): Promise<Row[]>;
  /** Changes the copy behind the program's back. */
  change(sql: string): Promise<void>;
  /** What makes it a copy of another format. */
  ofFormat(format: string): string;
  /** Whether a text is stored anywhere. */
  holds(text: string): Promise<boolean>;
  /** Throws if the copy is damaged, or others may read it. */
  check(): Promise<void>;
}

/** Rows in the file of a copy. */
function rowsIn(file: string, sql: string): Row[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

export function placeInFile(file: string): CopyPlace {
  return {
    to: `sqlite:${file}`,
    rows: async (sql) => rowsIn(file, sql),
    async change(sql) {
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
    },
    ofFormat: (format) => `PRAGMA user_version = ${format}`,
    async holds(text) {
      const files = [file, `${file}-wal`].map((each) => readFile(each).catch(() => Buffer.of()));
      return (await Promise.all(files)).some((each) => each.includes(text));
    },
    async check() {
      const [{ integrity_check } = {}] = rowsIn(file, 'PRAGMA integrity_check');
      const mode = (await stat(file)).mode & 0o777;
      if (integrity_check !== 'ok' || mode !== 0o600) throw new Error(`${integrity_check}, mode ${mode.toString(8)}`);
    },
  };
}

/** @param url of a database */
export function placeInSchema(url: string, schema: string): CopyPlace {
  const own = `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  const run = (sql: string) => query<Row>(own, sql);
  return {
    to: `${url}?schema=${schema}`,
    // As JSON, so that numbers, days and times are what they are in SQLite.
    rows: async (sql) =>
      (await run(`SELECT to_jsonb(found) AS row FROM (${sql}) AS found`)).map(({ row }) => row as Row),
    change: async (sql) => void (await run(`CREATE SCHEMA IF NOT EXISTS ${schema}; ${sql}`)),
    ofFormat: (format) => `UPDATE _sync SET value = '${format}' WHERE name = 'format'`,
    async holds(text) {
      const tables = await run('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()');
      const found = tables.map(({ name }) =>
        run(`SELECT FROM ${name} AS each WHERE strpos(each::text, '${text}') > 0`),
      );
      return tables.length === 0 || (await Promise.all(found)).some(({ length }) => length > 0);
    },
    async check() {
      const others = 'SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relacl IS NOT NULL';
      if ((await run(others)).length > 0) throw new Error('others may read it');
    },
  };
}
