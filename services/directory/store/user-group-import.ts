import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, type Statement, statement, type Tx } from '../../chassis/db/statement.ts';
import { type Stored, withChange } from '../../chassis/import/match-by-ref.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';
import type { Membership, UserGroupPlan, UserGroupValues } from '../domain/plan-group-import.ts';

/** The groups of those refs, locked until the transaction ends. */
export function lockUserGroupsByRef(
  tx: Tx,
  actor: TenantActor,
  refs: readonly string[],
): Promise<Stored<UserGroupValues>[]> {
  return tx.rows(BY_REF, [actor.institutionId, refs]);
}

/** Who is in the groups of those refs. */
export function listMemberships(db: Reader, actor: TenantActor, refs: readonly string[]): Promise<Membership[]> {
  return db.rows(MEMBERSHIPS, [actor.institutionId, refs]);
}

/** Those of the ids that are no user's of the institution. */
export async function findUnknownUsers(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(UNKNOWN_USERS, [actor.institutionId, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Writes what an import changes: four statements at most. @param at instant text */
export function writeUserGroupImport(
  tx: Tx,
  actor: TenantActor,
  { entries, joining, leaving }: UserGroupPlan,
  { at, newId }: { at: string; newId(): string },
): void {
  const rowsOf = (change: 'create' | 'update') =>
    withChange(entries, change).map(({ id, values }) => [id, values.ref, values.name, newId()]);
  const send = (to: Statement, memberships: readonly Membership[]) => {
    const groupIds = memberships.map(({ user_group_id }) => user_group_id);
    const userIds = memberships.map(({ user_id }) => user_id);
    if (memberships.length > 0) tx.write(to, [actor.institutionId, groupIds, userIds]);
  };
  writeRows(tx, actor, at, UPDATE, rowsOf('update'));
  writeRows(tx, actor, at, INSERT, rowsOf('create'));
  send(LEAVE, leaving);
  send(JOIN, joining);
}

const BY_REF = statement(
  'user_groups_import_lock',
  'SELECT id, ref, name FROM user_groups WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR UPDATE',
);

const MEMBERSHIPS = statement(
  'user_groups_import_memberships',
  `SELECT m.user_group_id, m.user_id
   FROM user_groups g
   JOIN user_group_members m ON m.institution_id = g.institution_id AND m.user_group_id = g.id
   WHERE g.institution_id = $1 AND g.ref = ANY($2::text[])`,
);

const UNKNOWN_USERS = statement(
  'user_groups_import_unknown_users',
  `SELECT k.id FROM unnest($2::uuid[]) AS k(id)
   WHERE NOT EXISTS (SELECT FROM users u WHERE u.institution_id = $1 AND u.id = k.id)`,
);

const VALUES = 'unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[]) AS v(id, ref, name, revision)';

const INSERT = statement(
  'user_groups_import_insert',
  `INSERT INTO user_groups (institution_id, created_at, updated_at, id, ref, name, revision)
   SELECT $1, $2, $2, v.* FROM ${VALUES}`,
);

const UPDATE = statement(
  'user_groups_import_update',
  `UPDATE user_groups g SET updated_at = $2, name = v.name, revision = v.revision
   FROM ${VALUES} WHERE g.institution_id = $1 AND g.id = v.id`,
);

const JOIN = statement(
  'user_groups_import_join',
  `INSERT INTO user_group_members (institution_id, user_group_id, user_id)
   SELECT $1, v.* FROM unnest($2::uuid[], $3::uuid[]) AS v`,
);

const LEAVE = statement(
  'user_groups_import_leave',
  `DELETE FROM user_group_members m USING unnest($2::uuid[], $3::uuid[]) AS v(user_group_id, user_id)
   WHERE m.institution_id = $1 AND m.user_group_id = v.user_group_id AND m.user_id = v.user_id`,
);
