import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  changeRows,
  columnsOf,
  sqlStatement,
  sqlUpdate,
  storedName,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import { ERASED_NAME, erasedEmail } from '../../../platform/core/erased-person.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import type { LockedUser } from '../domain/user.ts';
import { archives } from './archives.ts';
import { peopleImports } from './people-imports.ts';
import { userGroupMembers, userGroups, users } from './tables.ts';
import { LOCKED } from './users.ts';

interface Key {
  readonly institutionId: string;
  readonly id: string;
}

/** A user with what only bundles know, locked until the transaction ends. */
export async function lockWhole(tx: Tx, key: Key): Promise<(LockedUser & { readonly ref: string | null }) | undefined> {
  return (await tx.rows(LOCK_WHOLE, key))[0];
}

/** From then on nobody can change the user. */
export function markErased(tx: Tx, marked: Key & { readonly erasedAt: string; readonly revision: string }): void {
  tx.write(MARK, marked);
}

/** What is left of a user who is erased. */
export function erasedUser(user: LockedUser, erasedAt: string): LockedUser {
  return {
    ...user,
    email: erasedEmail(user.id),
    name: ERASED_NAME,
    nameIsOwn: true,
    firstName: null,
    lastName: null,
    image: null,
    code: null,
    externalId: null,
    isArchived: true,
    // Syncs do not know the user any more.
    isRemoved: true,
    erasedAt,
  };
}

/** Writes a user who is erased, also the ref. The row is locked. */
export function writeErased(tx: Tx, institutionId: string, user: LockedUser): void {
  const { createdAt, ...set } = user;
  tx.write(ERASE, { institutionId, ...set, ref: null, emailKey: emailKey(user.email), codeKey: null });
}

/** Takes a user out of some groups. @returns their ids; fewer than {@link GROUPS_PER_STEP} if no more are left */
export async function leaveGroups(
  tx: Tx,
  { institutionId, id: userId }: Key,
  { at, newId }: { readonly at: string; newId(): string },
): Promise<string[]> {
  const groups = await tx.rows(GROUPS_OF, { institutionId, userId, limit: GROUPS_PER_STEP });
  const rows = groups.map(({ id, memberCount }) => ({ id, memberCount: memberCount - 1, revision: newId() }));
  if (rows.length > 0) tx.write(LEAVE, { institutionId, userId, userGroupIds: rows.map(({ id }) => id) });
  tx.write(CHANGE_GROUPS, { institutionId, updatedAt: at, rows });
  return rows.map(({ id }) => id);
}

export const GROUPS_PER_STEP = 100;

/** Files with people that wait for their import, and the institution's kept archive: any may have the person. */
export function dropKeptFiles(tx: Tx, institutionId: string): void {
  tx.write(DROP_FILES, { institutionId });
  tx.write(DROP_ARCHIVE, { institutionId });
}

const LOCK_WHOLE = sqlStatement(users, 'lock_whole', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid() },
  result: typesOf(users, [...LOCKED, 'ref']),
  text: ($) => `SELECT ${columnsOf(users, 't', [...LOCKED, 'ref'])} FROM users t
   WHERE t.institution_id = ${$.institutionId} AND t.id = ${$.id} FOR NO KEY UPDATE`,
});

const MARK = sqlUpdate(users, 'mark_erased', {
  parameters: typesOf(users, ['institutionId', 'id', 'erasedAt', 'revision'] as const),
  text: ($) => `UPDATE users SET erased_at = ${$.erasedAt}, revision = ${$.revision}
   WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});

const ERASE = sqlUpdate(users, 'erase', {
  parameters: typesOf(users, [
    ...(['institutionId', 'id', 'ref', 'email', 'emailKey', 'name', 'nameIsOwn', 'firstName', 'lastName'] as const),
    ...(['image', 'code', 'codeKey', 'externalId', 'isArchived', 'isRemoved', 'erasedAt'] as const),
    ...(['revision', 'updatedAt'] as const),
  ] as const),
  text: ({ institutionId, id, updatedAt, ...set }) => `UPDATE users SET updated_at = greatest(updated_at, ${updatedAt}),
     ${Object.entries(set)
       .map(([name, value]) => `${storedName(name)} = ${value}`)
       .join(', ')} WHERE institution_id = ${institutionId} AND id = ${id}`,
});

const GROUPS_OF = sqlStatement(userGroups, 'lock_of_user', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), limit: bigint() },
  result: typesOf(userGroups, ['id', 'memberCount']),
  text: ($) => `SELECT ${columnsOf(userGroups, 'g', ['id', 'memberCount'])} FROM user_groups g
   WHERE g.institution_id = ${$.institutionId} AND g.id = ANY(ARRAY(SELECT m.user_group_id FROM user_group_members m
     WHERE m.institution_id = ${$.institutionId} AND m.user_id = ${$.userId} ORDER BY m.user_group_id LIMIT ${$.limit}))
   ORDER BY g.id FOR NO KEY UPDATE`,
});

const LEAVE = sqlStatement(userGroupMembers, 'leave', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), userGroupIds: uuids() },
  result: {},
  text: ($) => `DELETE FROM user_group_members WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId}
     AND user_group_id = ANY(${$.userGroupIds})`,
});

const CHANGE_GROUPS = changeRows(userGroups, 'lose_member', {
  shared: ['institutionId', 'updatedAt'],
  set: ['memberCount', 'revision'],
});

const DROP_ARCHIVE = sqlStatement(archives, 'drop', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ({ institutionId }) => `DELETE FROM archives WHERE institution_id = ${institutionId}`,
});

const DROP_FILES = sqlStatement(peopleImports, 'drop_all', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ({ institutionId }) => `DELETE FROM people_imports WHERE institution_id = ${institutionId}`,
});
