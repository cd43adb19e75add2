import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findUserGroup, userGroupMessage } from '../store/user-groups.ts';

/** GET /user-groups/{id}. */
export const getUserGroup = query(UserGroupService.method.getUserGroup, async (db, { id }, { actor }) => {
  const group = (await findUserGroup(db, actor, id)) ?? refuse('USER_GROUP_NOT_FOUND');
  return { userGroup: userGroupMessage(group) };
});
