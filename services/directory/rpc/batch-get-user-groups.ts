import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { findUserGroups, userGroupSummaryMessage } from '../store/user-groups.ts';

/** Many user groups in one call, with only what appointments show. */
export const batchGetUserGroups = query(UserGroupService.method.batchGetUserGroups, async (db, { ids }, { actor }) => {
  const groups = await findUserGroups(db, actor, ids);
  return { userGroups: groups.map(userGroupSummaryMessage) };
});
