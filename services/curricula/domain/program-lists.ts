/** A member of a list of ids that a record owns: the owner's id, then what the member is. */
export type Owned = readonly [ownerId: string, ...member: string[]];

export interface ListChange {
  readonly gone: readonly Owned[];
  readonly added: readonly Owned[];
  /** Whose lists change. */
  readonly ownerIds: ReadonlySet<string>;
}

/** What becomes of lists. A member that comes twice counts once. */
export function compareLists(before: readonly Owned[], after: readonly Owned[]): ListChange {
  const [old, wanted] = [byKey(before), byKey(after)];
  const gone = [...old].flatMap(([key, owned]) => (wanted.has(key) ? [] : [owned]));
  const added = [...wanted].flatMap(([key, owned]) => (old.has(key) ? [] : [owned]));
  return { gone, added, ownerIds: new Set([...gone, ...added].map(([ownerId]) => ownerId)) };
}

function byKey(lists: readonly Owned[]): Map<string, Owned> {
  return new Map(lists.map((owned) => [owned.join(' '), owned]));
}
