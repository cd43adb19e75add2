import { isDeepStrictEqual } from 'node:util';
import type { Static, TObject, TProperties } from 'typebox';
import type { Tx } from '../../libraries/pg-batch/index.ts';
import type { RowOf } from '../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../platform/core/actor.ts';
import type { Consent } from '../../platform/handler/consent.ts';
import type { JsonRecord } from '../format/json-record.ts';
import type { InstitutionTable, Kind } from '../format/kind.ts';
import type { Placed } from '../format/placed.ts';

/** The transaction of an import, its author and its time. */
export interface ImportContext {
  readonly tx: Tx;
  readonly actor: TenantActor;
  /** Instant text. */
  readonly at: string;
  readonly consent: Consent;
  newId(): string;
}

/** The columns of a row of any table. */
export type Row = Readonly<Record<string, unknown>>;

/** A row that a statement has returned. */
export type Stored<Columns = Row> = Columns & { readonly id: string };

/** A record of a batch, with the row that has its ref. */
export interface Entry<Columns = Row, Given = JsonRecord> {
  readonly id: string;
  readonly record: Given;
  readonly placed: Placed;
  /** The columns of its row. */
  values: Columns;
  /** Null for a new record. */
  readonly before: Stored<Columns> | null;
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

/** What an import does with each record of a batch, and with rows outside of it that depend on them. */
export class Plan {
  readonly #entries: ReadonlyMap<string, readonly Entry[]>;
  readonly #byId: ReadonlyMap<string, Entry>;
  readonly #left = new Map<string, Map<string, Left>>();

  constructor(entries: readonly Entry[]) {
    this.#entries = Map.groupBy(entries, ({ placed }) => placed.kind.name);
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  /**
   * The batch's records of a kind, in its order, with the types that the kind declares: its schema has checked the
   * records, its table the rows.
   */
  of<F extends TProperties, T extends InstitutionTable>(
    kind: Kind<F, T>,
  ): readonly Entry<RowOf<T>, Static<TObject<F>>>[] {
    return (this.#entries.get(kind.name) ?? []) as readonly Entry<RowOf<T>, Static<TObject<F>>>[];
  }

  left({ name }: Pick<Kind, 'name'>): Left[] {
    return [...(this.#left.get(name)?.values() ?? [])];
  }

  /** The batch's record with an id. */
  find(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  /**
   * Marks a row as changed, because it shows something that has changed.
   * @param shown the API's name; `true` if unknown
   */
  touch({ name }: Pick<Kind, 'name'>, id: string, shown: string | true): void {
    const entry = this.#byId.get(id);
    if (entry) {
      entry.shown.add(shown);
      if (entry.change === 'none') entry.change = 'update';
      return;
    }
    const rows = this.#left.getOrInsertComputed(name, () => new Map<string, Left>());
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

function hasAll(row: Row, values: Row): boolean {
  return Object.keys(values).every((name) => isDeepStrictEqual(row[name], values[name]));
}
