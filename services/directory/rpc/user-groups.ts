import { cutPage, instantKeyset, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { listMemberIds, listMembers } from '../store/group-members.ts';
import {
  findGroupIdsOf,
  findUserGroup,
  findUserGroups,
  listUserGroups as list,
  userGroupMessage,
  userGroupSummaryMessage,
} from '../store/user-groups.ts';
import { userMessage } from '../store/users.ts';

/** GET /user-groups/{id}. */
export const getUserGroup = query(UserGroupService.method.getUserGroup, async (db, { id }, { actor }) => {
  const group = (await findUserGroup(db, actor, id)) ?? refuse('USER_GROUP_NOT_FOUND');
  return { userGroup: userGroupMessage(group) };
});

/** GET /user-groups: by name. */
export const listUserGroups = query(
  UserGroupService.method.listUserGroups,
  async (db, { page, ids, updatedSince = null }, { actor }) => {
    const keyset = keysetOf(page, '');
    const { rows, hasMore } = cutPage(await list(db, actor, keyset, { ids: ids?.ids ?? null, updatedSince }), keyset);
    return { userGroups: rows.map(userGroupMessage), hasMore };
  },
);

/** GET /user-groups/{id}/members: users in order of creation, archived ones included. */
export const listUserGroupMembers = query(
  UserGroupService.method.listUserGroupMembers,
  async (db, { userGroupId, page, ids, isArchived = null }, { actor }) => {
    const group = (await findUserGroup(db, actor, userGroupId)) ?? refuse('USER_GROUP_NOT_FOUND');
    const keyset = instantKeyset(page);
    const found = await listMembers(db, actor, keyset, { group, ids: ids?.ids ?? null, isArchived });
    const { rows, hasMore } = cutPage(found, keyset);
    return { users: rows.map(userMessage), hasMore };
  },
);

/** Through which groups a user takes part in appointments. */
export const listUserGroupIds = query(UserGroupService.method.listUserGroupIds, async (db, { userId }, { actor }) => {
  if (actor.kind === 'feed' && (actor.scope.of !== 'user' || actor.scope.id !== userId)) refuse('CALLER_FORBIDDEN');
  return { ids: [...(await findGroupIdsOf(db, actor, userId))] };
});

/** Whose hours are those of a group, by ids. */
export const listUserGroupMemberIds = query(
  UserGroupService.method.listUserGroupMemberIds,
  async (db, { userGroupId, afterUserId = null }, { actor }) => ({
    userIds: await listMemberIds(db, actor, userGroupId, afterUserId),
  }),
);

/** Many user groups in one call, with only the fields that appointments show. */
export const batchGetUserGroups = query(UserGroupService.method.batchGetUserGroups, async (db, { ids }, { actor }) => {
  const groups = await findUserGroups(db, actor, ids);
  return { userGroups: groups.map(userGroupSummaryMessage) };
});
