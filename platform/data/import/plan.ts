import { isDeepStrictEqual } from 'node:util';
import type { Static, TObject, TProperties } from 'typebox';
import type { RowOf, Table } from '../schema/table.ts';
import type { Kind, Placed } from './kind.ts';

/** A record of a batch, with the row that has its ref. */
export interface Entry<Row = Loose, Record = Loose> {
  readonly id: string;
  readonly record: Record;
  readonly placed: Placed;
  /** The columns of its row. */
  values: Row;
  /** Null for a new record. */
  readonly before: (Row & { readonly id: string }) | null;
  /** What it shows of other rows that change, by the API's names; `true` if that is unknown. */
  readonly shown: Set<string | true>;
  change: 'create' | 'update' | 'none';
}

/** A row outside the batch that changes, because it shows a record that leaves it. */
export interface Left {
  readonly id: string;
  readonly shown: Set<string | true>;
  /** The row that contains it. */
  parentId: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the engine handles the columns of every table; declarations give their types.
type Loose = any;

/** What an import does with each record of a batch, and with rows outside of it that depend on them. */
export class Plan {
  readonly #entries: ReadonlyMap<string, readonly Entry[]>;
  readonly #byId: ReadonlyMap<string, Entry>;
  readonly #left = new Map<string, Map<string, Left>>();

  /** @param entries by the names of their kinds */
  constructor(entries: ReadonlyMap<string, readonly Entry[]>) {
    this.#entries = entries;
    this.#byId = new Map([...entries.values()].flatMap((list) => list.map((entry) => [entry.id, entry])));
  }

  /** The batch's records of a kind, in its order. */
  of<F extends TProperties, T extends Table>(kind: Kind<F, T>): readonly Entry<RowOf<T>, Static<TObject<F>>>[] {
    return this.#entries.get(kind.name) ?? [];
  }

  left(kind: Kind): Left[] {
    return [...(this.#left.get(kind.name)?.values() ?? [])];
  }

  /** The batch's record with an id. */
  find(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  /** Marks a row as changed, because it shows something that has changed. @param shown the API's name; `true` if unknown */
  touch(kind: Kind, id: string, shown: string | true): void {
    const entry = this.#byId.get(id);
    if (entry) {
      entry.shown.add(shown);
      if (entry.change === 'none') entry.change = 'update';
      return;
    }
    const rows = this.#left.getOrInsertComputed(kind.name, () => new Map<string, Left>());
    rows.getOrInsertComputed(id, () => ({ id, shown: new Set<string | true>(), parentId: null })).shown.add(shown);
  }

  /** Compares each record with its row. */
  compare(): void {
    for (const entry of this.#byId.values()) {
      const { before, values, shown } = entry;
      if (!before) entry.change = 'create';
      else if (shown.size > 0 || !hasAll(before, values)) entry.change = 'update';
    }
  }
}

function hasAll(row: Loose, values: Loose): boolean {
  return Object.keys(values).every((name) => isDeepStrictEqual(row[name], values[name]));
}
