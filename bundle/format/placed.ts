import { isRecord, type JsonRecord } from './json-record.ts';
import type { Kind } from './kind.ts';

/** A record at its place in the bundle. */
export interface Placed {
  readonly kind: Kind;
  readonly record: JsonRecord;
  /** In its section, or in the list of the record that contains it. */
  readonly index: number;
  /** The list's field; for a record of the section itself, the section. */
  readonly field: string;
  readonly parent: Placed | null;
}

/**
 * Records of a section, each before those nested in it. They need not be valid.
 * @param start the index of the first one in the section
 */
export function placedRecords(root: Kind, records: readonly unknown[], start = 0): Placed[] {
  const placed: Placed[] = [];
  place(root, records, { start, field: root.name, parent: null }, placed);
  return placed;
}

function place(
  kind: Kind,
  records: readonly unknown[],
  { start, field, parent }: Pick<Placed, 'field' | 'parent'> & { readonly start: number },
  all: Placed[],
): void {
  for (const [i, record] of records.entries()) {
    if (!isRecord(record)) continue;
    const placed = { kind, record, index: start + i, field, parent };
    all.push(placed);
    for (const [name, nested] of Object.entries(kind.nested)) {
      const list = Object.hasOwn(record, name) ? record[name] : undefined;
      if (Array.isArray(list)) place(nested.kind, list, { start: 0, field: name, parent: placed }, all);
    }
  }
}

/** The path of a record in the bundle. */
export function pathOf({ field, index, parent }: Placed): (string | number)[] {
  return [...(parent ? pathOf(parent) : []), field, index];
}
