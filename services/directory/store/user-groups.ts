import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  filteredList,
  findBy,
  rowsByIds,
  sqlPointRead,
  sqlStatement,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter, type StateOf } from '../../../platform/core/resource.ts';
import { type UserGroup, UserGroupSchema } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { userGroupMembers, userGroups } from './tables.ts';

type GroupState = StateOf<UserGroup>;
type GroupSummary = Pick<GroupState, (typeof SUMMARY)[number]>;

export async function findUserGroup(db: Reader, actor: TenantActor, id: string): Promise<GroupState | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
}

/** One more than the page holds, by name and id. A filter that is null is met by all. */
export function listUserGroups(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  filters: Parameters<typeof LIST>[2],
): Promise<GroupState[]> {
  return LIST(db, { institutionId: actor.institutionId, ...after }, filters);
}

/** The groups with these ids that exist, in no order. */
export async function findUserGroups(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<GroupSummary[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, { institutionId: actor.institutionId, ids: possible });
}

/** The ids of the groups that a user belongs to, in ascending order. */
export async function findGroupIdsOf(db: Reader, actor: TenantActor, userId: string): Promise<readonly string[]> {
  if (!isUuid(userId)) return [];
  const found = await db.point(IDS_OF_USER, { institutionId: actor.institutionId, userId });
  return found?.ids ?? [];
}

/** The groups that a user is in, by name, as many as a page shows. */
export async function findGroupsOf(db: Reader, actor: TenantActor, userId: string): Promise<GroupSummary[]> {
  return isUuid(userId) ? db.rows(OF_USER, { institutionId: actor.institutionId, userId }) : [];
}

const SHOWN = columnsBut(userGroups, 'institutionId', 'ref', 'workingTimeRules');
const SUMMARY = ['id', 'name'] as const;

export const userGroupMessage = messageWriter(UserGroupSchema);

/** A group with only the fields that appointments show. */
export const userGroupSummaryMessage = messageWriter(UserGroupSchema, SUMMARY);

const BY_ID = findBy(userGroups, ['institutionId', 'id'], SHOWN);
const BY_IDS = rowsByIds(userGroups, SUMMARY);

const LIST = filteredList(userGroups, {
  alias: 't',
  columns: columnsOf(userGroups, 't', SHOWN),
  result: typesOf(userGroups, SHOWN),
  order: 'name',
  filters: ['ids', 'updatedSince'],
});

const IDS_OF_USER = sqlPointRead(userGroupMembers, 'ids_of_user', {
  key: { institutionId: uuid(), userId: uuid() },
  result: { ids: uuids() },
  text: `SELECT ARRAY(SELECT m.user_group_id FROM user_group_members m
     WHERE m.institution_id = k.institution_id AND m.user_id = k.user_id ORDER BY m.user_group_id) AS ids`,
});

const OF_USER = sqlStatement(userGroups, 'of_user', {
  parameters: { institutionId: uuid(), userId: uuid() },
  result: typesOf(userGroups, SUMMARY),
  text: ($) => `SELECT ${columnsOf(userGroups, 'g', SUMMARY)} FROM user_group_members m
   JOIN user_groups g ON g.institution_id = m.institution_id AND g.id = m.user_group_id
   WHERE m.institution_id = ${$.institutionId} AND m.user_id = ${$.userId} ORDER BY g.name, g.id LIMIT 100`,
});
