import type { TenantActor } from '../../../platform/core/actor.ts';
import { importTable, type Writing, writeEntries } from '../../../platform/data/import-table.ts';
import { uuid, uuids } from '../../../platform/data/schema/column.ts';
import { deleteRowsBy, insertRows } from '../../../platform/data/statements/row-statements.ts';
import { rowsOfRefs } from '../../../platform/data/statements/rows-of-refs.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import type { Membership, UserGroupPlan } from '../domain/plan-group-import.ts';
import { userGroupMembers, userGroups, users } from './tables.ts';

export const USER_GROUPS = importTable(userGroups);

/** The members of the groups with these refs. */
export function listMemberships(
  db: Reader,
  { institutionId }: TenantActor,
  refs: readonly string[],
): Promise<Membership[]> {
  return db.rows(MEMBERSHIPS, { institutionId, refs });
}

/** Those of the ids that belong to no user of the institution. */
export async function findUnknownUsers(
  db: Reader,
  { institutionId }: TenantActor,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.rows(UNKNOWN_USERS, { institutionId, ids });
  return new Set(rows.map(({ id }) => id));
}

/** Writes an import's changes in at most four statements. */
export function writeUserGroupImport(
  tx: Tx,
  actor: TenantActor,
  { entries, joining, leaving }: UserGroupPlan,
  writing: Writing,
): void {
  const { institutionId } = actor;
  writeEntries(tx, actor, USER_GROUPS, entries, writing);
  tx.write(LEAVE, { institutionId, rows: leaving });
  tx.write(JOIN, { institutionId, rows: joining });
}

const MEMBERSHIPS = rowsOfRefs(userGroupMembers, { of: userGroups, by: 'userGroupId' }, ['userGroupId', 'userId']);

const UNKNOWN_USERS = sqlStatement(users, 'unknown', {
  parameters: { institutionId: uuid(), ids: uuids() },
  result: { id: uuid() },
  text: ($) => `SELECT k.id FROM unnest(${$.ids}) AS k(id)
   WHERE NOT EXISTS (SELECT FROM users u WHERE u.institution_id = ${$.institutionId} AND u.id = k.id)`,
});

const JOIN = insertRows(userGroupMembers, { shared: ['institutionId'] });

const LEAVE = deleteRowsBy(userGroupMembers, ['userGroupId', 'userId']);
