import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../core/actor.ts';
import { pointerOf } from '../../core/errors/pointer.ts';
import type { Fault } from './check-shape.ts';
import type { IdOf } from './columns-of-records.ts';
import { componentsOf } from './components.ts';
import type { KindStatements } from './import-statements.ts';
import { type Kind, type Placed, pathOf } from './kind.ts';
import type { Entry } from './plan.ts';
import { visitRefs } from './references.ts';

/** A reference from one record to another; the names of both are refs, or ids. */
interface Edge {
  readonly from: string;
  readonly to: string;
}

/** A reference of a record in the bundle. */
interface NamedEdge extends Edge {
  readonly pointer: string;
}

/** Reports the references of acyclic fields that lead back to their records, as far as the records themselves lead. */
export function checkCycles(records: readonly Placed[], faults: Fault[]): void {
  for (const ofKind of Map.groupBy(records, ({ kind }) => kind).values()) {
    for (const [field, message] of acyclicFields(ofKind[0]?.kind)) {
      const edges = ofKind.flatMap((placed) => edgesOf(placed, field, String(placed.record.ref), (ref) => ref));
      faults.push(...faultsOf(edges, edges, message));
    }
  }
}

/**
 * The same for a batch's records, over whatever is stored; their changes must be written. Nothing stored can lead back to new records alone, so
 * these need no look.
 */
export async function findCycles(
  tx: Reader,
  { institutionId }: TenantActor,
  entries: readonly Entry[],
  { kind, onward }: KindStatements,
  idOf: IdOf,
): Promise<Fault[]> {
  const changed = entries.filter(({ change }) => change !== 'none');
  const found = acyclicFields(kind).map(async ([field, message]) => {
    const statement = onward[field];
    if (!statement || !changed.some(({ before, record }) => before && record[field] !== undefined)) return [];
    const named = changed.flatMap(({ placed, id }) => edgesOf(placed, field, id, (ref) => idOf(kind.name, ref)));
    const ids = [...new Set(named.map(({ from }) => from))];
    return faultsOf(named, await tx.rows<object, Edge>(statement, { institutionId, ids }), message);
  });
  return (await Promise.all(found)).flat();
}

function acyclicFields(kind: Kind | undefined): [field: string, message: string][] {
  return Object.entries((kind?.acyclic ?? {}) as Record<string, string>);
}

function edgesOf({ kind, record, ...place }: Placed, field: string, from: string, to: (ref: string) => string) {
  const edges: NamedEdge[] = [];
  for (const { path } of kind.references.filter((reference) => reference.path[0] === field)) {
    visitRefs(record, path, (ref, at) =>
      edges.push({ from, to: to(ref), pointer: pointerOf([...pathOf({ kind, record, ...place }), ...at]) }),
    );
  }
  return edges;
}

function faultsOf(named: readonly NamedEdge[], all: readonly Edge[], message: string): Fault[] {
  const next = Map.groupBy(all, ({ from }) => from);
  const component = componentsOf(next.keys(), (node) => next.get(node)?.map(({ to }) => to) ?? []);
  return named.flatMap(({ from, to, pointer }) =>
    component.get(from) === component.get(to) ? [{ pointer, message }] : [],
  );
}
