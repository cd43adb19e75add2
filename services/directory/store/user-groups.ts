import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { rowsByIds } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter, type StateOf } from '../../../platform/core/resource.ts';
import { type UserGroup, UserGroupSchema } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { userGroups } from './tables.ts';

/** The groups with these ids that exist, in no order. */
export async function findUserGroups(
  db: Reader,
  actor: TenantActor,
  ids: readonly string[],
): Promise<StateOf<UserGroup>[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, { institutionId: actor.institutionId, ids: possible });
}

export const userGroupMessage = messageWriter(UserGroupSchema);

const BY_IDS = rowsByIds(userGroups, ['id', 'name']);
