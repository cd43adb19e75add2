import type { Call } from '../../../platform/calls/caller.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';

/** The ids of the groups through which a user takes part in appointments, as directory has them now. */
export async function groupsOf(userId: string, call: Call): Promise<readonly string[]> {
  return isUuid(userId) ? (await call(UserGroupService.method.listUserGroupIds, { userId })).ids : [];
}
