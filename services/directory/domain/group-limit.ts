/** The most groups of one person, so that a page of the person's appointments needs a bounded number of lists. */
export const MAX_GROUPS = 100;

interface Group {
  readonly members?: readonly string[] | null | undefined;
}

/** A member of a group by whom its person is in one group too many. */
interface OneTooMany {
  /** The index of the group. */
  readonly index: number;
  /** The index in its members. */
  readonly member: number;
  readonly ref: string;
}

/**
 * The members whose person is in more than {@link MAX_GROUPS} groups, in the order of the groups.
 * @param groups each with its index
 * @param others how many other groups people are in, by their refs
 */
export function membersTooMany(
  groups: readonly (readonly [index: number, group: Group])[],
  others: ReadonlyMap<string, number> = new Map(),
): OneTooMany[] {
  const counts = new Map(others);
  return groups.flatMap(([index, { members }]) =>
    (members ?? []).flatMap((ref, member) => {
      const count = (counts.get(ref) ?? 0) + 1;
      counts.set(ref, count);
      return count > MAX_GROUPS ? [{ index, member, ref }] : [];
    }),
  );
}

export function tooManyGroups(ref: string): string {
  return `"${ref}" would be in more than ${MAX_GROUPS} groups`;
}
