import type { Row } from './plan.ts';

export interface ListChange {
  readonly gone: readonly Row[];
  readonly added: readonly Row[];
  /** Elements with other values, each with the id that it had. */
  readonly changed: readonly Row[];
  /** The records whose lists change. */
  readonly ownerIds: ReadonlySet<string>;
}

/**
 * The changes of lists that records own. An element that appears twice counts once.
 * @param columns the columns that identify an element, its owner's id first
 * @param values its other columns
 */
export function compareLists(
  { columns, values = [] }: { readonly columns: readonly string[]; readonly values?: readonly string[] },
  before: readonly Row[],
  after: readonly Row[],
): ListChange {
  const [owner = ''] = columns;
  const byKey = (elements: readonly Row[]) =>
    new Map(elements.map((element) => [JSON.stringify(columns.map((column) => element[column])), element]));
  const [old, next] = [byKey(before), byKey(after)];
  const gone = [...old].flatMap(([key, element]) => (next.has(key) ? [] : [element]));
  const added = [...next].flatMap(([key, element]) => (old.has(key) ? [] : [element]));
  const changed = [...next].flatMap(([key, element]): Row[] => {
    const former = old.get(key);
    return former && values.some((name) => former[name] !== element[name]) ? [{ ...element, id: former.id }] : [];
  });
  return {
    gone,
    added,
    changed,
    ownerIds: new Set([...gone, ...added, ...changed].map((element) => String(element[owner]))),
  };
}
