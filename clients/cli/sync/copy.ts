import type { TimeRecord } from '../../typescript/src/index.ts';
import { type Copied, columnsOf, type Kind, type Stale } from './kinds.ts';
import { LocalDays } from './local-days.ts';
import type { Store, Value } from './store.ts';

/** How far the walk through a list has come. */
export interface ListState {
  /** The number of the walk; each row has that of the walk which saw it last. */
  readonly walk: number;
  readonly cursor: string | null;
  readonly is_done: 0 | 1;
}

/**
 * A copy in a database. Every change of it happens in a transaction, together with what says how far the copy has come:
 * after a crash the two agree. One process writes at a time.
 */
export class Copy {
  readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  async setting(name: string): Promise<string | undefined> {
    return (await this.store.all<{ value: string }>('SELECT value FROM _sync WHERE name = ?', name))[0]?.value;
  }

  async set(name: string, value: string): Promise<void> {
    await this.insert('_sync (name, value)', [[name, value]], replacing('name', 'value'));
  }

  async list({ name }: Kind): Promise<ListState> {
    const sql = 'SELECT walk, cursor, is_done FROM _lists WHERE name = ?';
    return (await this.store.all<ListState>(sql, name))[0] ?? { walk: 1, cursor: null, is_done: 0 };
  }

  /** Notes how far a walk has come. At its end, what it has not seen is no more. */
  async setList(kind: Kind, { walk, cursor, is_done }: ListState): Promise<void> {
    const row = [kind.name, walk, cursor, is_done];
    await this.insert('_lists (name, walk, cursor, is_done)', [row], replacing('name', 'walk', 'cursor', 'is_done'));
    if (is_done) await this.#remove(kind, '_walk < ?', [walk]);
  }

  /** Has a list walked through again, from its beginning. */
  async walkAgain(kind: Kind): Promise<void> {
    await this.setList(kind, { walk: (await this.list(kind)).walk + 1, cursor: null, is_done: 0 });
  }

  /** Those of the records that are in the copy, as JSON, by their ids. */
  async jsonOf({ name }: Kind, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const sql = `SELECT id, CAST(json AS TEXT) AS json FROM ${name} WHERE ${oneOf('id', ids)}`;
    const found = await this.store.all<{ id: string; json: string }>(sql, ...ids);
    return new Map(found.map(({ id, json }) => [id, json]));
  }

  /** Keeps records as they are now. */
  async keep(kind: Kind, records: readonly Copied[], walk: number): Promise<void> {
    if (records.length === 0) return;
    const { name, embeds } = kind;
    const jsons = new Map(records.map((record) => [record.id, JSON.stringify(record)]));
    const rows = [...jsons].map(([id, json]) => [id, json, walk]);
    await this.insert(`${name} (id, json, _walk)`, rows, replacing('id', 'json', '_walk'));
    const ids = [...jsons.keys()];
    const fill = this.store.dialect.fill?.(name, columnsOf(kind));
    if (fill) await this.store.run(`${fill} WHERE ${oneOf('id', ids)}`, ...ids);
    if (name === 'logs') await this.#keepDays(records as TimeRecord[]);
    if (!embeds) return;
    const institution = await this.setting('institution');
    const embedded = [...jsons].flatMap(([id, json]) =>
      [...new Set(Array.from(json.matchAll(ID), ([of]) => of))]
        .filter((of) => of !== id && of !== institution)
        .map((of) => [of, name, id]),
    );
    await this.store.run(`DELETE FROM _embedded WHERE list = ? AND ${oneOf('id', ids)}`, name, ...ids);
    await this.insert('_embedded (of, list, id)', embedded, '');
  }

  async remove(kind: Kind, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#remove(kind, oneOf('id', ids), ids);
  }

  /** Has records read again, and those that show something of them. */
  async addStale({ name }: Pick<Kind, 'name'>, stale: readonly Stale[]): Promise<void> {
    const last = new Map(stale.map(({ id, userId }) => [id, [name, id, userId]]));
    await this.insert('_stale (list, id, user_id)', [...last.values()], replacing('list, id', 'user_id'));
    for (const ids of portions([...last.keys()])) {
      const showing = `SELECT DISTINCT list, id FROM _embedded WHERE ${oneOf('of', ids)}`;
      await this.store.run(`INSERT INTO _stale (list, id) ${showing} ON CONFLICT DO NOTHING`, ...ids);
    }
  }

  /** Some of the records to read again. */
  stale({ name, atOnce }: Kind): Promise<readonly Stale[]> {
    return this.store.all('SELECT id, user_id AS "userId" FROM _stale WHERE list = ? LIMIT ?', name, atOnce);
  }

  /** Lets go of records to read again. */
  async dropStale({ name }: Kind, stale: readonly Stale[]): Promise<void> {
    const ids = stale.map(({ id }) => id);
    await this.store.run(`DELETE FROM _stale WHERE list = ? AND ${oneOf('id', ids)}`, name, ...ids);
  }

  /** Inserts rows, however many. */
  async insert(into: string, rows: readonly (readonly Value[])[], onConflict: string): Promise<void> {
    for (const some of portions(rows)) {
      const marks = some.map((row) => `(${row.map(() => '?')})`);
      await this.store.run(`INSERT INTO ${into} VALUES ${marks} ${onConflict}`, ...some.flat());
    }
  }

  async #remove({ name, embeds }: Kind, which: string, values: readonly Value[]): Promise<void> {
    const ids = `(SELECT id FROM ${name} WHERE ${which})`;
    if (name === 'logs') await this.store.run(`DELETE FROM log_days WHERE log_id IN ${ids}`, ...values);
    if (embeds) await this.store.run(`DELETE FROM _embedded WHERE list = ? AND id IN ${ids}`, name, ...values);
    await this.store.run(`DELETE FROM ${name} WHERE ${which}`, ...values);
  }

  async #keepDays(logs: readonly TimeRecord[]): Promise<void> {
    const localDays = new LocalDays((await this.setting('timeZone')) ?? 'UTC');
    const rows = logs.flatMap(({ id, userId, startTime, endTime, pauses, autoClosed }) => {
      const days = new Map<string, { worked: number; pause: number }>();
      const add = (from: string, to: string | null, pause: 0 | 1) => {
        for (const part of localDays.split(Date.parse(from), Date.parse(to ?? from))) {
          const day = days.get(part.day) ?? { worked: 0, pause: 0 };
          const ms = part.to - part.from;
          days.set(part.day, { worked: day.worked + (pause ? -ms : ms), pause: day.pause + pause * ms });
        }
      };
      add(startTime, endTime, 0);
      for (const each of pauses) add(each.startTime, each.endTime, 1);
      return [...days].map(([day, { worked, pause }]) => [id, day, userId, worked, pause, Number(autoClosed)]);
    });
    const ids = logs.map(({ id }) => id);
    await this.store.run(`DELETE FROM log_days WHERE ${oneOf('log_id', ids)}`, ...ids);
    await this.insert('log_days (log_id, day, user_id, worked_ms, pause_ms, auto_closed)', rows, '');
  }
}

const oneOf = (column: string, values: readonly string[]) => `${column} IN (${values.map(() => '?')})`;

/** A row that is there takes these values. */
const replacing = (key: string, ...columns: readonly string[]) =>
  `ON CONFLICT (${key}) DO UPDATE SET ${columns.map((each) => `${each} = excluded.${each}`)}`;

/** Databases take so many values at once, and no more. */
function* portions<T>(all: readonly T[]): Generator<readonly T[], void, undefined> {
  for (let at = 0; at < all.length; at += 100) yield all.slice(at, at + 100);
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
