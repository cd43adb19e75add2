import { refuse } from '../../../platform/core/errors/refusal.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { findGroupIdsOf } from '../store/user-groups.ts';

/** Through which groups a user takes part in appointments. */
export const listUserGroupIds = query(UserGroupService.method.listUserGroupIds, async (db, { userId }, { actor }) => {
  if (actor.kind === 'feed' && (actor.scope.of !== 'user' || actor.scope.id !== userId)) refuse('CALLER_FORBIDDEN');
  return { ids: [...(await findGroupIdsOf(db, actor, userId))] };
});
