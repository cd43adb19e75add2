import type { Reader, Tx } from '../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../platform/core/actor.ts';
import type { Find, PlacedByRef } from '../format/check-records.ts';
import type { Placed } from '../format/placed.ts';
import { visitRefs } from '../format/references.ts';
import type { KindStatements } from './kind-statements.ts';
import type { Row, Stored } from './plan.ts';

/** Rows with refs, by kind. */
export type RowsByRef = ReadonlyMap<string, ReadonlyMap<string, Stored>>;

/** The batch's records, by kind. */
export type PlacedByKind = ReadonlyMap<string, readonly Placed[]>;

type Statements = ReadonlyMap<string, KindStatements>;

/**
 * The rows with the refs of a batch, locked until the transaction ends, by kind: parents before what is nested in them.
 */
export function lockRows(tx: Tx, actor: TenantActor, placed: PlacedByKind, statements: Statements): Promise<RowsByRef> {
  const refs = [...placed].map(([kind, records]) => [kind, records.map(({ record }) => String(record.ref))] as const);
  return rowsByRef(tx, actor, refs, (kind) => statements.get(kind)?.lock);
}

/** Id, ref and parent of the rows outside a batch that its records refer to. */
export function findTargets(
  tx: Tx,
  actor: TenantActor,
  placed: PlacedByKind,
  byRef: PlacedByRef,
  statements: Statements,
): Promise<RowsByRef> {
  const missing = new Map<string, Set<string>>();
  for (const { kind, record } of [...placed.values()].flat()) {
    for (const { path, section, within } of kind.references) {
      if (within !== undefined) continue;
      visitRefs(record, path, (ref) => {
        if (!byRef.of(section).has(ref)) missing.getOrInsertComputed(section, () => new Set<string>()).add(ref);
      });
    }
  }
  const refs = [...missing].map(([kind, set]) => [kind, [...set]] as const);
  return rowsByRef(tx, actor, refs, (kind) => statements.get(kind)?.byRefs);
}

/** The elements of a list that a batch's records own, of those records that name it. */
export async function readList(
  tx: Reader,
  { institutionId }: TenantActor,
  records: readonly Placed[],
  field: string,
  { rows }: KindStatements['lists'][string],
): Promise<Row[]> {
  const refs = records.flatMap(({ record }) => (record[field] === undefined ? [] : [String(record.ref)]));
  return refs.length === 0 ? [] : tx.rows(rows, { institutionId, refs });
}

async function rowsByRef(
  tx: Tx,
  { institutionId }: TenantActor,
  refs: readonly (readonly [kind: string, refs: readonly string[]])[],
  statementOf: (kind: string) => KindStatements['lock'] | undefined,
): Promise<RowsByRef> {
  const found = await Promise.all(
    refs.map(async ([kind, wanted]): Promise<[string, ReadonlyMap<string, Stored>]> => {
      const statement = statementOf(kind);
      const rows = statement ? await tx.rows(statement, { institutionId, refs: wanted }) : [];
      return [kind, new Map(rows.map((row) => [String(row.ref), row]))];
    }),
  );
  return new Map(found);
}

/**
 * Finds the records that a batch refers to: in the batch, in the service's tables, or among the known ids of other
 * services' records.
 */
export function finder(
  statements: Statements,
  byRef: PlacedByRef,
  targets: RowsByRef,
  foreign: ReadonlyMap<string, ReadonlySet<string>>,
): Find {
  return (name, ref) => {
    const placed = byRef.of(name).get(ref);
    if (placed) return { is: placed.record, in: placed.parent?.record ?? null };
    const row = targets.get(name)?.get(ref);
    if (row) return { is: row.id, in: row[statements.get(name)?.kind.parent ?? ''] };
    return foreign.get(name)?.has(ref) ? { is: ref, in: null } : undefined;
  };
}
