import { compareLists, type ListChange } from '../../../bundle/engine/compare-lists.ts';
import type { Entry } from '../../../bundle/engine/plan.ts';
import type { Kind } from '../../../bundle/format/kind.ts';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { groupsOf, type RowFault } from '../domain/people-import.ts';
import { userGroups } from '../import/users.ts';
import { findGroups, findGroupsNamed, findMemberships, type StoredGroup } from '../store/people-in-file.ts';

/** A person whose groups a file may replace. */
interface Grouped {
  readonly id: string;
  readonly row: number;
  readonly isStored: boolean;
  readonly groups: readonly string[] | undefined;
}

export interface PlannedGroups {
  /** Each group whose members change. */
  readonly entries: readonly Entry[];
  readonly change: ListChange;
  readonly faults: readonly RowFault[];
  /** The people whose groups change. */
  readonly changed: ReadonlySet<string>;
  /** The groups that the file names, as they are stored, by id. */
  readonly named: readonly StoredGroup[];
  /** The names of the groups that each person is in, of those whose groups the file may replace. */
  readonly present: ReadonlyMap<string, readonly string[]>;
  /** Which of its people are in which groups, in one order. */
  readonly memberships: readonly string[];
}

/**
 * Compares the groups that a file names with those that its people are in. Imports of an institution wait for each
 * other, and nothing else writes members.
 */
export async function planGroups(db: Reader, actor: TenantActor, people: readonly Grouped[]): Promise<PlannedGroups> {
  const moved = people.filter(({ groups }) => groups !== undefined);
  if (moved.length === 0) return NOTHING;
  const storedIds = moved.flatMap(({ id, isStored }) => (isStored ? [id] : []));
  const [named, memberships] = await Promise.all([
    findGroupsNamed(db, actor, [...new Set(moved.flatMap(({ groups = [] }) => groups))]),
    storedIds.length === 0 ? [] : findMemberships(db, actor, storedIds),
  ]);
  const idsOf = new Map(
    [...Map.groupBy(named, ({ name }) => name.normalize('NFC'))].map(([name, groups]) => [
      name,
      groups.map(({ id }) => id),
    ]),
  );
  const found = moved.map(({ id, row, groups = [] }) => ({ userId: id, ...groupsOf(row, groups, idsOf) }));
  const after = found.flatMap(({ userId, ids }) => ids.map((userGroupId) => ({ userGroupId, userId })));
  const change = compareLists({ columns: ['userGroupId', 'userId'] }, memberships, after);
  const known = new Map(named.map((group) => [group.id, group]));
  const others = [...change.ownerIds].filter((id) => !known.has(id));
  for (const group of others.length === 0 ? [] : await findGroups(db, actor, others)) known.set(group.id, group);
  return {
    entries: [...change.ownerIds].flatMap((id) => entryOf(known.get(id), change) ?? []),
    change,
    faults: found.flatMap(({ faults }) => faults),
    changed: new Set([...change.gone, ...change.added].map(({ userId }) => String(userId))),
    named: named.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    present: new Map<string, readonly string[]>([
      ...storedIds.map((id) => [id, []] as const),
      ...[...Map.groupBy(memberships, ({ userId }) => userId)].map(
        ([id, of]) => [id, of.map(({ userGroupId }) => known.get(userGroupId)?.name ?? '').sort()] as const,
      ),
    ]),
    memberships: memberships.map(({ userId, userGroupId }) => `${userId} ${userGroupId}`).sort(),
  };
}

function entryOf(group: StoredGroup | undefined, { gone, added }: ListChange): Entry | undefined {
  if (!group) return undefined;
  const countIn = (rows: ListChange['gone']) => rows.filter(({ userGroupId }) => userGroupId === group.id).length;
  const memberCount = group.memberCount + countIn(added) - countIn(gone);
  const placed = { kind: userGroups as unknown as Kind, record: {}, index: 0, field: userGroups.name, parent: null };
  const values = { ...group, memberCount };
  return { id: group.id, record: {}, placed, values, before: group, shown: new Set(), change: 'none' };
}

const NOTHING: PlannedGroups = {
  entries: [],
  change: { gone: [], added: [], changed: [], ownerIds: new Set() },
  faults: [],
  changed: new Set(),
  named: [],
  present: new Map(),
  memberships: [],
};
