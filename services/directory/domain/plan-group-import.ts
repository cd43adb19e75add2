import { refuse, type Violation } from '../../../platform/core/errors/refusal.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { type Entry, matchByRef, type Stored } from '../../../platform/core/import/match-by-ref.ts';
import { repeatedRefs } from '../../../platform/core/import/repeated-refs.ts';
import type { UserGroupRecord } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';

/** The values of a user group in a bundle, by column name; its members are separate rows. */
export interface UserGroupValues {
  readonly ref: string;
  readonly name: string;
}

export interface Membership {
  readonly userGroupId: string;
  readonly userId: string;
}

export interface UserGroupPlan {
  /** A group counts as changed if its members change. */
  readonly entries: readonly Entry<UserGroupValues>[];
  readonly joining: readonly Membership[];
  readonly leaving: readonly Membership[];
}

interface State {
  readonly stored: readonly Stored<UserGroupValues>[];
  readonly memberships: readonly Membership[];
  newId(): string;
}

/** Plans an import of user groups: a group's members become exactly those of its record. Duplicates count once. */
export function planUserGroupImport(
  records: readonly UserGroupRecord[],
  { stored, memberships, newId }: State,
): UserGroupPlan {
  const batch = records.map(({ ref, name }) => ({ ref, name }));
  const current = new Map<string, Set<string>>();
  for (const { userGroupId, userId } of memberships) {
    const members = current.get(userGroupId);
    if (members) members.add(userId);
    else current.set(userGroupId, new Set([userId]));
  }
  const joining: Membership[] = [];
  const leaving: Membership[] = [];
  const entries = matchByRef<UserGroupValues>(batch, stored, newId).map((entry, index): Entry<UserGroupValues> => {
    const before = current.get(entry.id) ?? NO_MEMBERS;
    const after = new Set(records[index]?.memberIds.map((id) => id.toLowerCase()));
    const joined = [...after].filter((id) => !before.has(id)).map((id) => ({ userGroupId: entry.id, userId: id }));
    const left = [...before].filter((id) => !after.has(id)).map((id) => ({ userGroupId: entry.id, userId: id }));
    joining.push(...joined);
    leaving.push(...left);
    return entry.change === 'none' && joined.length + left.length > 0 ? { ...entry, change: 'update' } : entry;
  });
  return { entries, joining, leaving };
}

/** Refuses a batch with a ref twice: REQUEST_INVALID. */
export function refuseRepeatedRefs(records: readonly UserGroupRecord[]): void {
  const violations = repeatedRefs(records);
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** Refuses a batch with members that are not users of the institution: REFERENCE_INVALID, with a pointer to each. */
export function refuseUnknownMembers(records: readonly UserGroupRecord[], isUnknown: (id: string) => boolean): void {
  const violations = records.flatMap(({ memberIds }, i) =>
    memberIds.flatMap((id, j): Violation[] =>
      isUuid(id) && !isUnknown(id.toLowerCase())
        ? []
        : [{ pointer: `/records/${i}/memberIds/${j}`, code: 'invalid_reference', message: 'no user has this id' }],
    ),
  );
  if (violations.length > 0) refuse('REFERENCE_INVALID', { violations });
}

const NO_MEMBERS: ReadonlySet<string> = new Set();
