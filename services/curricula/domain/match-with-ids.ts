import { type Entry, matchByRef, type Named, type Stored } from '../../../platform/core/import/match-by-ref.ts';

/** Matches records that reference others of the batch, which may be new: all ids are assigned before any values are built. */
export function matchWithIds<Source extends Named, Values extends Named>(
  records: readonly Source[],
  stored: readonly Stored<Values>[],
  newId: () => string,
  valuesOf: (record: Source, idOf: (ref: string | undefined) => string | null) => Values,
): Entry<Values>[] {
  const ids = new Map(stored.map(({ ref, id }) => [ref, id]));
  const newIds = records.flatMap(({ ref }) => {
    if (ids.has(ref)) return [];
    const id = newId();
    ids.set(ref, id);
    return [id];
  });
  const idOf = (ref: string | undefined) => (ref === undefined ? null : (ids.get(ref) ?? null));
  const unusedIds = newIds.values();
  return matchByRef(
    records.map((record) => valuesOf(record, idOf)),
    stored,
    () => unusedIds.next().value ?? newId(),
  );
}
