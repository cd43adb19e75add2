import { pointerOf } from '../../platform/core/errors/pointer.ts';
import type { Fault } from './check-shape.ts';
import { type Placed, pathOf } from './placed.ts';
import { visitRefs } from './references.ts';
import { componentsOf } from './strongly-connected.ts';

/** A reference from one record to another; the names of both are refs, or ids. */
export interface Edge {
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
    for (const [field, message] of Object.entries(ofKind[0]?.kind.acyclic ?? {})) {
      const edges = ofKind.flatMap((placed) => edgesOf(placed, field, String(placed.record.ref), (ref) => ref));
      faults.push(...faultsOf(edges, edges, message));
    }
  }
}

/** The references of a field of a record. @param from the record's name @param to the name of the record with a ref */
export function edgesOf(placed: Placed, field: string, from: string, to: (ref: string) => string): NamedEdge[] {
  const { kind, record } = placed;
  const edges: NamedEdge[] = [];
  for (const { path } of kind.references.filter((reference) => reference.path[0] === field)) {
    visitRefs(record, path, (ref, at) =>
      edges.push({ from, to: to(ref), pointer: pointerOf([...pathOf(placed), ...at]) }),
    );
  }
  return edges;
}

/** The named references that are part of a cycle of all. */
export function faultsOf(named: readonly NamedEdge[], all: readonly Edge[], message: string): Fault[] {
  const next = Map.groupBy(all, ({ from }) => from);
  const component = componentsOf(next.keys(), (node) => next.get(node)?.map(({ to }) => to) ?? []);
  return named.flatMap(({ from, to, pointer }) =>
    component.get(from) === component.get(to) ? [{ pointer, message }] : [],
  );
}
