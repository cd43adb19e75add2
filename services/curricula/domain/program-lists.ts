export interface ListChange<Member> {
  readonly gone: readonly Member[];
  readonly added: readonly Member[];
  /** Whose lists change. */
  readonly ownerIds: ReadonlySet<string>;
}

/**
 * What becomes of lists that records own. A member that comes twice counts once.
 * @param columns what makes a member, its owner's id first
 */
export function compareLists<Owner extends string, Column extends string, Member extends Listed<Owner, Column>>(
  [owner, ...columns]: readonly [Owner, ...Column[]],
  before: readonly Member[],
  after: readonly Member[],
): ListChange<Member> {
  const byKey = (members: readonly Member[]) =>
    new Map(members.map((member) => [[owner, ...columns].map((column) => member[column]).join(' '), member]));
  const [old, next] = [byKey(before), byKey(after)];
  const gone = [...old].flatMap(([key, member]) => (next.has(key) ? [] : [member]));
  const added = [...next].flatMap(([key, member]) => (old.has(key) ? [] : [member]));
  return { gone, added, ownerIds: new Set([...gone, ...added].map((member) => member[owner])) };
}

type Listed<Owner extends string, Column extends string> = { readonly [Name in Owner]: string } & {
  readonly [Name in Column]: string | number;
};
