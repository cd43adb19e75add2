import type { TenantActor } from '../../chassis/actor.ts';
import { text, uuid, uuids } from '../../chassis/db/schema/column.ts';
import type { Reader, Tx } from '../../chassis/db/statement.ts';
import { insertRows } from '../../chassis/db/statements/row-statements.ts';
import { sqlStatement } from '../../chassis/db/statements/sql-statement.ts';
import { anyOf } from '../../chassis/db/statements/statements-of.ts';
import { importTable, type Writing, writeEntries } from '../../chassis/import/import-table.ts';
import type { Membership, UserGroupPlan } from '../domain/plan-group-import.ts';
import { prepare } from './statements.ts';
import { userGroupMembers, userGroups, users } from './tables.ts';

export const USER_GROUPS = importTable(userGroups);

/** Who is in the groups of those refs. */
export function listMemberships(
  db: Reader,
  { institutionId }: TenantActor,
  refs: readonly string[],
): Promise<Membership[]> {
  return db.rows(MEMBERSHIPS, { institutionId, refs });
}

/** Those of the ids that are no user's of the institution. */
export async function findUnknownUsers(
  db: Reader,
  { institutionId }: TenantActor,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.rows(UNKNOWN_USERS, { institutionId, ids });
  return new Set(rows.map(({ id }) => id));
}

/** Writes what an import changes: four statements at most. */
export function writeUserGroupImport(
  tx: Tx,
  actor: TenantActor,
  { entries, joining, leaving }: UserGroupPlan,
  writing: Writing,
): void {
  const { institutionId } = actor;
  writeEntries(tx, actor, USER_GROUPS, entries, writing, ({ values }) => values);
  const userGroupIds = leaving.map(({ userGroupId }) => userGroupId);
  const userIds = leaving.map(({ userId }) => userId);
  if (leaving.length > 0) tx.write(LEAVE, { institutionId, userGroupIds, userIds });
  tx.write(JOIN, { institutionId, rows: joining });
}

const MEMBERSHIPS = prepare(userGroupMembers, 'of_refs', { institutionId: uuid(), refs: text().array() }, (db, $) =>
  db
    .selectFrom('user_groups as g')
    .innerJoin('user_group_members as m', (join) =>
      join.onRef('m.institutionId', '=', 'g.institutionId').onRef('m.userGroupId', '=', 'g.id'),
    )
    .select(['m.userGroupId', 'm.userId'])
    .where('g.institutionId', '=', $.institutionId)
    .where('g.ref', '=', anyOf($.refs)),
);

const UNKNOWN_USERS = sqlStatement(users, 'unknown', {
  parameters: { institutionId: uuid(), ids: uuids() },
  result: { id: uuid() },
  text: ($) => `SELECT k.id FROM unnest(${$.ids}) AS k(id)
   WHERE NOT EXISTS (SELECT FROM users u WHERE u.institution_id = ${$.institutionId} AND u.id = k.id)`,
});

const JOIN = insertRows(userGroupMembers, { shared: ['institutionId'] });

const LEAVE = sqlStatement(userGroupMembers, 'leave', {
  parameters: { institutionId: uuid(), userGroupIds: uuids(), userIds: uuids() },
  result: {},
  text: ($) => `DELETE FROM user_group_members m
   USING unnest(${$.userGroupIds}, ${$.userIds}) AS v(user_group_id, user_id)
   WHERE m.institution_id = ${$.institutionId} AND m.user_group_id = v.user_group_id AND m.user_id = v.user_id`,
});
