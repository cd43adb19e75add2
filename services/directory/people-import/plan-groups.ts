import type { ListChange } from '../../../bundle/engine/compare-lists.ts';
import type { Entry, Row } from '../../../bundle/engine/plan.ts';
import type { Kind } from '../../../bundle/format/kind.ts';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import type { RowFault } from '../../../platform/core/table/row-fault.ts';
import { groupsOf } from '../domain/people-import.ts';
import { userGroups } from '../import/users.ts';
import { findGroups, findGroupsNamed, findMemberships, type StoredGroup } from '../store/people-in-file.ts';

/** A person whose groups a file may replace. */
interface Grouped {
  readonly id: string;
  readonly row: number;
  readonly isStored: boolean;
  readonly groups: readonly string[] | undefined;
  /** Whether only the names are looked at, as the row has no person of its own. */
  readonly isNobody: boolean;
}

export interface PlannedGroups {
  /** Each group whose members change. */
  readonly entries: readonly Entry[];
  readonly change: ListChange;
  readonly faults: readonly RowFault[];
  /** The people whose groups change, with the ids of these before and after. */
  readonly changed: ReadonlyMap<string, { readonly before: readonly string[]; readonly after: readonly string[] }>;
  /** The name of a group that the file names, or that somebody leaves. */
  nameOf(id: string): string;
  /** The groups that the file names and which of its people are in which groups, as they are stored, in one order. */
  readonly seen: readonly string[];
}

/**
 * Compares the groups that a file names with those that its people are in. Imports of an institution wait for each
 * other, and nothing else writes members.
 */
export async function planGroups(db: Reader, actor: TenantActor, people: readonly Grouped[]): Promise<PlannedGroups> {
  const moved = people.filter(({ groups }) => groups !== undefined);
  const storedIds = moved.flatMap(({ id, isStored, isNobody }) => (isStored && !isNobody ? [id] : []));
  const [named, memberships] = await Promise.all([
    moved.length === 0 ? [] : findGroupsNamed(db, actor, [...new Set(moved.flatMap(({ groups = [] }) => groups))]),
    storedIds.length === 0 ? [] : findMemberships(db, actor, storedIds),
  ]);
  const groupsByName = Map.groupBy(named, ({ name }) => name.normalize('NFC'));
  const idsOf = new Map([...groupsByName].map(([name, groups]) => [name, groups.map(({ id }) => id)]));
  const known = new Map(named.map((group) => [group.id, group]));
  const before = new Map(memberships.map(({ userId, userGroupIds }) => [userId, userGroupIds]));
  const faults: RowFault[] = [];
  const gone: Row[] = [];
  const added: Row[] = [];
  const changed = new Map<string, { readonly before: readonly string[]; readonly after: readonly string[] }>();
  const others = new Set<string>();
  /** How many members more each group has. */
  const counts = new Map<string, number>();
  await mapInChunks(moved, ({ id: userId, row, groups = [], isNobody }) => {
    const { ids, faults: own } = groupsOf(row, groups, idsOf);
    faults.push(...own);
    if (isNobody) return;
    const [old, next] = [new Set(before.get(userId)), new Set(ids)];
    const move = (userGroupId: string, to: Row[], by: number) => {
      to.push({ userGroupId, userId });
      changed.set(userId, { before: [...old], after: ids });
      counts.set(userGroupId, (counts.get(userGroupId) ?? 0) + by);
    };
    for (const id of old.difference(next)) move(id, gone, -1);
    for (const id of next.difference(old)) move(id, added, 1);
    for (const id of old) if (!known.has(id)) others.add(id);
  });
  for (const group of others.size === 0 ? [] : await findGroups(db, actor, [...others])) known.set(group.id, group);
  return {
    entries: [...counts].flatMap(([id, by]) => entryOf(known.get(id), by) ?? []),
    change: { gone, added, changed: [], ownerIds: new Set(counts.keys()) },
    faults,
    changed,
    nameOf: (id) => known.get(id)?.name ?? '',
    seen: [
      ...named.map(({ id, revision }) => `${id} ${revision}`).sort(),
      ...(await mapInChunks(storedIds, (id) => [id, ...(before.get(id) ?? []).toSorted()].join(' '))),
    ],
  };
}

/** @param by how many members more it has than before */
function entryOf(group: StoredGroup | undefined, by: number): Entry | undefined {
  if (!group) return undefined;
  const placed = { kind: userGroups as unknown as Kind, record: {}, index: 0, field: userGroups.name, parent: null };
  const values = { ...group, memberCount: group.memberCount + by };
  return { id: group.id, record: {}, placed, values, before: group, shown: new Set(), change: 'none' };
}
