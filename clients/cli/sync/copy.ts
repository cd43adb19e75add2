import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { TimeRecord } from '../../typescript/src/index.ts';
import type { Copied, Kind, Stale } from './kinds.ts';
import { LocalDays } from './local-days.ts';

/** How far the walk through a list has come. */
export interface ListState {
  /** The number of the walk; each row has that of the walk which saw it last. */
  readonly walk: number;
  readonly cursor: string | null;
  readonly is_done: 0 | 1;
}

/**
 * A copy in SQLite. Every change of it happens in a {@link transaction}, together with what says how far the copy has
 * come: after a crash the two agree. One process writes at a time.
 */
export class Copy {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #days = new LocalDays('UTC');

  constructor(database: DatabaseSync) {
    this.#database = database;
    const timeZone = this.setting('timeZone');
    if (timeZone !== undefined) this.#days = new LocalDays(timeZone);
  }

  transaction(change: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      change();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction !== false) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  all<T>(sql: string, ...values: readonly SQLInputValue[]): readonly T[] {
    return this.#prepared(sql).all(...values) as T[];
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#prepared(sql).run(...values);
  }

  /** Leaves nothing of what was changed or deleted in the log of the database. */
  forget(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  setting(name: string): string | undefined {
    return this.all<{ value: string }>('SELECT value FROM _sync WHERE name = ?', name)[0]?.value;
  }

  set(name: string, value: string): void {
    this.run('INSERT INTO _sync VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', name, value);
    if (name === 'timeZone') this.#days = new LocalDays(value);
  }

  list({ name }: Kind): ListState {
    const [found] = this.all<ListState>('SELECT walk, cursor, is_done FROM _lists WHERE name = ?', name);
    return found ?? { walk: 1, cursor: null, is_done: 0 };
  }

  /** Notes how far a walk has come. At its end, what it has not seen is no more. */
  setList(kind: Kind, { walk, cursor, is_done }: ListState): void {
    this.run('REPLACE INTO _lists VALUES (?, ?, ?, ?)', kind.name, walk, cursor, is_done);
    if (!is_done) return;
    for (const { id } of this.all<Copied>(`SELECT id FROM ${kind.name} WHERE _walk < ?`, walk)) this.remove(kind, id);
  }

  /** Has a list walked through again, from its beginning. */
  walkAgain(kind: Kind): void {
    this.setList(kind, { walk: this.list(kind).walk + 1, cursor: null, is_done: 0 });
  }

  json({ name }: Kind, id: string): string | undefined {
    return this.all<{ json: string }>(`SELECT json FROM ${name} WHERE id = ?`, id)[0]?.json;
  }

  /** Keeps records as they are now. */
  keep({ name, embeds }: Kind, records: readonly Copied[], walk: number): void {
    const institution = this.setting('institution');
    for (const record of records) {
      const [{ id }, json] = [record, JSON.stringify(record)];
      this.run(`INSERT INTO ${name} (id, json, _walk) VALUES (?, ?, ?) ${AS_NOW}`, id, json, walk);
      if (name === 'logs') this.#keepDays(record as TimeRecord);
      if (!embeds) continue;
      this.run(NOT_EMBEDDED, name, id);
      for (const [of] of json.matchAll(ID))
        if (of !== id && of !== institution) this.run('INSERT OR IGNORE INTO _embedded VALUES (?, ?, ?)', of, name, id);
    }
  }

  remove({ name, embeds }: Kind, id: string): void {
    this.run(`DELETE FROM ${name} WHERE id = ?`, id);
    if (name === 'logs') this.run(NO_DAYS, id);
    if (embeds) this.run(NOT_EMBEDDED, name, id);
  }

  /** Has a record read again, and those that show something of it. */
  addStale(list: string, { id, userId }: Stale): void {
    this.run('REPLACE INTO _stale VALUES (?, ?, ?)', list, id, userId);
    this.run('INSERT OR IGNORE INTO _stale SELECT list, id, NULL FROM _embedded WHERE of = ?', id);
  }

  /** Some of the records to read again. */
  stale({ name, atOnce }: Kind): readonly Stale[] {
    return this.all('SELECT id, user_id AS "userId" FROM _stale WHERE list = ? LIMIT ?', name, atOnce);
  }

  #keepDays({ id, userId, startTime, endTime, pauses, autoClosed }: TimeRecord): void {
    const days = new Map<string, { worked: number; pause: number }>();
    const add = (from: string, to: string | null, pause: 0 | 1) => {
      for (const part of this.#days.split(Date.parse(from), Date.parse(to ?? from))) {
        const day = days.get(part.day) ?? { worked: 0, pause: 0 };
        const ms = part.to - part.from;
        days.set(part.day, { worked: day.worked + (pause ? -ms : ms), pause: day.pause + pause * ms });
      }
    };
    add(startTime, endTime, 0);
    for (const each of pauses) add(each.startTime, each.endTime, 1);
    this.run(NO_DAYS, id);
    for (const [day, { worked, pause }] of days)
      this.run('INSERT INTO log_days VALUES (?, ?, ?, ?, ?, ?)', id, day, userId, worked, pause, Number(autoClosed));
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const AS_NOW = 'ON CONFLICT DO UPDATE SET json = excluded.json, _walk = excluded._walk';
const NOT_EMBEDDED = 'DELETE FROM _embedded WHERE list = ? AND id = ?';
const NO_DAYS = 'DELETE FROM log_days WHERE log_id = ?';
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
