import type { Row } from './plan.ts';

export interface ListChange {
  readonly gone: readonly Row[];
  readonly added: readonly Row[];
  /** The records whose lists change. */
  readonly ownerIds: ReadonlySet<string>;
}

/**
 * The changes of lists that records own. An element that appears twice counts once.
 * @param columns the columns that identify an element, its owner's id first
 */
export function compareLists(columns: readonly string[], before: readonly Row[], after: readonly Row[]): ListChange {
  const [owner = ''] = columns;
  const byKey = (elements: readonly Row[]) =>
    new Map(elements.map((element) => [JSON.stringify(columns.map((column) => element[column])), element]));
  const [old, next] = [byKey(before), byKey(after)];
  const gone = [...old].flatMap(([key, element]) => (next.has(key) ? [] : [element]));
  const added = [...next].flatMap(([key, element]) => (old.has(key) ? [] : [element]));
  return { gone, added, ownerIds: new Set([...gone, ...added].map((element) => String(element[owner]))) };
}
