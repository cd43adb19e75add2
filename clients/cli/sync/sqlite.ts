import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { CommandFailure } from '../../../cli/failure.ts';
import { typeOf } from './kinds.ts';
import type { Dialect, Store } from './store.ts';

/**
 * Opens the file of a copy, which only its owner may read. Until it is closed, no other process writes to it.
 * Throws a CommandFailure if this Node has no SQLite.
 */
export async function openSqlite(path: string): Promise<Store> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new CommandFailure(`A copy in SQLite needs Node 22.13 or later. This is ${process.version}.`);
  });
  for (const each of [path, `${path}-lock`]) closeSync(openSync(each, 'a', 0o600));
  const database = new DatabaseSync(path);
  // What is erased is overwritten. Others read while this process writes.
  database.exec(`PRAGMA busy_timeout = ${READERS_MS}; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON`);
  // A database of its own, because a lock on the copy's would keep readers out. It ends with the process, however.
  const lock = new DatabaseSync(`${path}-lock`);
  return {
    isKept: !locks(lock),
    dialect: SQLITE,
    all: async <T>(sql: string, ...values: readonly (string | number | null)[]) =>
      database.prepare(sql).all(...values) as T[],
    async run(sql, ...values) {
      database.prepare(sql).run(...values);
    },
    async transaction(change) {
      database.exec('BEGIN IMMEDIATE');
      try {
        await change();
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction !== false) database.exec('ROLLBACK');
        throw error;
      }
    },
    async forget() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async close() {
      database.close();
      lock.close();
    },
  };
}

function locks(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  }
}

export const SQLITE: Dialect = {
  columns: `SELECT tables.name AS table_name, columns.name AS column_name
    FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS columns WHERE tables.type = 'table'`,
  format: 'SELECT user_version AS format FROM pragma_user_version',
  setFormat: (format) => `PRAGMA user_version = ${format}`,
  json: 'TEXT',
  day: 'TEXT',
  byKey: 'WITHOUT ROWID',
  addColumns: (table, properties) =>
    [...properties].map(([column, property]) => `ALTER TABLE ${table} ADD COLUMN ${column} ${TYPES[typeOf(property)]}`),
  // Columns that SQLite computes are hidden from drivers that ask it for the columns of a table.
  fill: (table, properties) =>
    `UPDATE ${table} SET ${[...properties].map(([column, property]) => `${column} = json_extract(json, '$.${property}')`)}`,
  view: (name, definition) => [`DROP VIEW IF EXISTS ${name}`, `CREATE VIEW ${name} AS ${definition}`],
  members: `json_each(user_groups.json, '$.memberIds') AS member`,
};

const TYPES = { text: 'TEXT', integer: 'INTEGER', boolean: 'INTEGER', time: 'TEXT' };
const READERS_MS = 5_000;
