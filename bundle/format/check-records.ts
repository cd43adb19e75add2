import { pointerOf } from '../../platform/core/errors/pointer.ts';
import { checkShape, type Fault } from './check-shape.ts';
import { isRecord, type JsonRecord } from './json-record.ts';
import type { Indexed, Kind, Report, RuleContext } from './kind.ts';
import { type Placed, pathOf, placedRecords } from './placed.ts';
import { type Reference, visitRefs } from './references.ts';

/** Consecutive records of a section, as they came: the command line checks a whole section, a service each batch. */
export interface Batch {
  readonly root: Kind;
  readonly records: readonly unknown[];
  /** The index of the first one in the section. */
  readonly start: number;
}

/** The records of a bundle, or of a batch, by kind and ref. */
export class PlacedByRef {
  readonly #kinds = new Map<string, Map<string, Placed>>();

  of(kind: string): Map<string, Placed> {
    return this.#kinds.getOrInsertComputed(kind, () => new Map());
  }
}

/** The records of a batch, with those nested in them. */
export interface PlacedBatch extends Batch {
  readonly placed: readonly Placed[];
  /** The indices in the batch of records with a missing property, or a property of the wrong type. */
  readonly untyped: ReadonlySet<number>;
}

/** Checks the shape of each record, and that refs are not repeated. Notes the records by their refs. */
export function checkRecords({ root, records, start }: Batch, byRef: PlacedByRef, faults: Fault[]): PlacedBatch {
  const all: Placed[] = [];
  const untyped = new Set<number>();
  for (const [index, record] of records.entries()) {
    const shape = checkShape(root.schema, record, `/${root.name}/${start + index}`);
    faults.push(...shape.faults);
    if (!shape.isTyped) untyped.add(index);
    for (const placed of placedRecords(root, [record], start + index)) {
      all.push(placed);
      claimRef(placed, byRef, faults);
    }
  }
  return { root, records, start, placed: all, untyped };
}

function claimRef(placed: Placed, byRef: PlacedByRef, faults: Fault[]): void {
  const { ref } = placed.record;
  if (typeof ref !== 'string') return;
  const refs = byRef.of(placed.kind.name);
  const first = refs.get(ref);
  if (!first) {
    refs.set(ref, placed);
    return;
  }
  const whose = `${first.parent ? 'a record in ' : ''}${pointerOf(pathOf(first).slice(0, 2))}`;
  const message = `the ref "${ref}" is already used in ${placed.kind.name}, by ${whose}`;
  faults.push({ pointer: pointerOf([...pathOf(placed), 'ref']), message });
}

/** The record that a ref names. The values identify it, and the one that contains it. */
export interface Found {
  readonly is: unknown;
  readonly in: unknown;
}

/** Finds the record of a kind with a ref. */
export type Find = (kind: string, ref: string) => Found | undefined;

/** Checks that references name records, and the right ones. */
export function checkReferences(records: readonly Placed[], find: Find, faults: Fault[]): void {
  for (const placed of records) {
    for (const reference of placed.kind.references) {
      visitRefs(placed.record, reference.path, (ref, at) => {
        const message = referenceFault(placed, reference, ref, find);
        if (message !== null) faults.push({ pointer: pointerOf([...pathOf(placed), ...at]), message });
      });
    }
  }
}

function referenceFault(placed: Placed, { section, within, of }: Reference, ref: string, find: Find): string | null {
  const { kind, record, parent } = placed;
  const found = find(section, ref);
  if (!found) return `"${ref}" is not a ref in ${section}`;
  if (within !== undefined && found.in !== parent?.record) return `"${ref}" does not belong to this ${within}`;
  const container = kind.references.find(({ path }) => path.length === 1 && path[0] === of);
  const named = container && find(container.section, String(record[of as string]));
  return named && named.is !== found.in ? `"${ref}" does not belong to the ${of} "${record[of as string]}"` : null;
}

/** Checks the rules between the records of a section. Skips untyped ones, and what is nested in them. */
export function checkRules(
  { root, records, start, untyped }: PlacedBatch,
  context: RuleContext,
  faults: Fault[],
): void {
  const typed = indexed(records, start).filter(([index]) => !untyped.has(index - start));
  checkSiblings(root, typed, [root.name], context, faults);
}

function checkSiblings(
  { defaultOf, check, nested }: Kind,
  siblings: readonly Indexed<JsonRecord>[],
  path: readonly (string | number)[],
  context: RuleContext,
  faults: Fault[],
): void {
  const report: Report = (index, within, message) =>
    faults.push({ pointer: pointerOf([...path, index, ...within]), message });
  const defaults = defaultOf === undefined ? [] : siblings.filter(([, { isDefault }]) => isDefault);
  for (const [index] of defaults.slice(1)) report(index, ['isDefault'], `another ${defaultOf} is already the default`);
  check?.(siblings, report, context);
  for (const [field, { kind, isNeeded = false }] of Object.entries(nested)) {
    for (const [index, record] of siblings) {
      const inner = indexed(record[field]);
      if (inner.length === 0 && isNeeded && context.isNew) report(index, [field], 'is required');
      if (inner.length > 0) checkSiblings(kind, inner, [...path, index, field], context, faults);
    }
  }
}

/** The records of a list with their indices; none if it is absent. */
function indexed(list: unknown, start = 0): Indexed<JsonRecord>[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown, i): Indexed<JsonRecord>[] => (isRecord(each) ? [[start + i, each]] : []));
}
