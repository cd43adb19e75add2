import type { DatabaseSync } from 'node:sqlite';
import { CommandFailure } from '../../../cli/failure.ts';
import type { Kind } from './kinds.ts';

/**
 * Makes the tables of a copy, and gives those of an earlier release the columns that they lack. Each record is kept
 * whole; columns are computed of it, so that none has to be filled. Throws a CommandFailure for a copy of a later
 * format.
 */
export function prepareTables(database: DatabaseSync, kinds: readonly Kind[]): void {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (found > FORMAT)
    throw new CommandFailure('A later release has made this copy. Take that release, or another file.');
  database.exec(`BEGIN IMMEDIATE; ${OWN}; PRAGMA user_version = ${FORMAT};`);
  for (const { name, properties } of kinds) {
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)`,
    );
    const present = database.prepare(`SELECT name FROM pragma_table_xinfo('${name}')`).all();
    for (const property of properties) {
      const column = property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (present.some((each) => each.name === column)) continue;
      database.exec(`ALTER TABLE ${name} ADD COLUMN ${column} AS (json_extract(json, '$.${property}')) VIRTUAL`);
    }
  }
  database.exec(`${INDEXES}; ${VIEWS}; COMMIT`);
}

export const FORMAT = 1;

/** What the program itself keeps, and what of a record belongs in rows. */
export const OWN = `
  CREATE TABLE IF NOT EXISTS _sync (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS _lists (name TEXT PRIMARY KEY, walk INTEGER NOT NULL, cursor TEXT, is_done INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS _stale (list TEXT, id TEXT, user_id TEXT, PRIMARY KEY (list, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS _embedded (of TEXT, list TEXT, id TEXT, PRIMARY KEY (of, list, id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS _embedded_in ON _embedded (list, id);
  CREATE TABLE IF NOT EXISTS log_days (
    log_id TEXT, day TEXT, user_id TEXT NOT NULL, worked_ms INTEGER NOT NULL, pause_ms INTEGER NOT NULL,
    auto_closed INTEGER NOT NULL, PRIMARY KEY (log_id, day)
  ) WITHOUT ROWID`;

export const INDEXES = `
  CREATE INDEX IF NOT EXISTS logs_by_user ON logs (user_id, start_time);
  CREATE INDEX IF NOT EXISTS log_days_by_day ON log_days (day, user_id);
  CREATE INDEX IF NOT EXISTS appointments_by_time ON appointments (date_time)`;

/** Minutes are rounded down once, from the exact sum of a day, as the API does. */
export const VIEWS = `
  DROP VIEW IF EXISTS user_group_members;
  CREATE VIEW user_group_members AS
    SELECT user_groups.id AS user_group_id, member.value AS user_id
    FROM user_groups, json_each(user_groups.json, '$.memberIds') AS member;
  DROP VIEW IF EXISTS hours_by_day;
  CREATE VIEW hours_by_day AS
    SELECT day, user_id, name, email, SUM(worked_ms) / 60000 AS worked_minutes, SUM(pause_ms) / 60000 AS pause_minutes,
      COUNT(*) AS logs, SUM(auto_closed) AS auto_closed
    FROM log_days LEFT JOIN users ON users.id = user_id GROUP BY day, user_id`;
