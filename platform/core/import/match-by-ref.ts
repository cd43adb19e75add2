import { isDeepStrictEqual } from 'node:util';

/** A bundle's values of a record, by the names of their columns. */
export interface Named {
  readonly ref: string;
}

/** A stored record with one of the batch's refs. */
export type Stored<Values> = Values & { readonly id: string };

/** A record of the batch, matched with its stored record. */
export interface Entry<Values> {
  readonly id: string;
  readonly values: Values;
  /** The stored record with its ref; null for a new record. */
  readonly before: Stored<Values> | null;
  readonly change: 'create' | 'update' | 'none';
}

/** Matches the batch's records with the stored ones by ref and compares each value. New ids are generated in the order of the batch. */
export function matchByRef<Values extends Named>(
  batch: readonly Values[],
  stored: readonly Stored<Values>[],
  newId: () => string,
): Entry<Values>[] {
  const byRef = new Map(stored.map((record) => [record.ref, record]));
  return batch.map((values) => {
    const before = byRef.get(values.ref) ?? null;
    if (!before) return { id: newId(), values, before, change: 'create' };
    return { id: before.id, values, before, change: hasAll(before, values) ? 'none' : 'update' };
  });
}

/** The entries with this change. */
export function withChange<E extends Entry<unknown>>(entries: readonly E[], change: E['change']): E[] {
  return entries.filter((entry) => entry.change === change);
}

function hasAll<Values extends object>(record: Values, values: Values): boolean {
  return (Object.keys(values) as (keyof Values)[]).every((name) => isDeepStrictEqual(record[name], values[name]));
}
