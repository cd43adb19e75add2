import { storedName, type Table } from '../../../libraries/typed-sql/index.ts';
import { registered } from '../../data/register.ts';

/** A column that holds a reference which would keep its rows from going in batches. */
interface Loosened {
  readonly table: Table;
  readonly column: string;
}

interface DeletionOrder {
  /** References in cycles: they become null first. */
  readonly loosened: readonly Loosened[];
  /** Tables one after the other. Those that need each other, although no column can be null, are one step. */
  readonly steps: readonly (readonly Table[])[];
}

interface Edge extends Loosened {
  readonly to: string;
  readonly isNullable: boolean;
}

/** In which order the rows of an institution can go: what refers to something before that. */
export function deletionOrder(all: readonly Table[]): DeletionOrder {
  const owned = all.filter((table) => 'institution' in registered(table).belongsTo);
  const edges = owned.flatMap(edgesOf);
  // Last those that stand alone: triggers of others write some of them.
  const isAlone = ({ name }: Table) => !edges.some(({ table, to }) => table.name === name || to === name);
  const tables = owned.filter((table) => !isAlone(table));
  const loosened = new Set(edges.filter((edge) => edge.to === edge.table.name && edge.isNullable));
  const remaining = new Map(tables.map((table) => [table.name, table]));
  const steps: Table[][] = [];
  while (remaining.size > 0) {
    const between = edges.filter(
      (edge) => !loosened.has(edge) && remaining.has(edge.table.name) && remaining.has(edge.to),
    );
    const isReferredTo = ({ name }: Table) => between.some(({ to }) => to === name);
    const free = [...remaining.values()].filter((table) => !isReferredTo(table)).map((table) => [table]);
    const inTheWay = between.filter(({ isNullable }) => isNullable);
    if (free.length === 0) {
      for (const edge of inTheWay) loosened.add(edge);
      if (inTheWay.length === 0) free.push([...remaining.values()].filter(({ name }) => leadsTo(name, name, between)));
    }
    steps.push(...free);
    for (const { name } of free.flat()) remaining.delete(name);
  }
  return { steps: [...steps, ...owned.filter(isAlone).map((table) => [table])], loosened: [...loosened] };
}

function leadsTo(from: string, to: string, edges: readonly Edge[], seen = new Set<string>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return edges.some((edge) => edge.table.name === from && (edge.to === to || leadsTo(edge.to, to, edges, seen)));
}

function edgesOf(table: Table): Edge[] {
  return Object.values(table.references ?? {}).map(({ columns, to }) => {
    const nullable = columns.find((column) => table.columns[column]?.attributes.isNullable);
    return { table, to, column: storedName(nullable ?? ''), isNullable: nullable !== undefined };
  });
}
