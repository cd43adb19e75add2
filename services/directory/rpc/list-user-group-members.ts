import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { listMembers } from '../store/group-members.ts';
import { findUserGroup } from '../store/user-groups.ts';
import { userMessage } from '../store/users.ts';

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
