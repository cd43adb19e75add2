import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import { rowsByIds } from '../../../platform/data/statements/row-statements.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import type { UserGroup } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { userGroups } from './tables.ts';

export type UserGroupRow = Pick<RowOf<typeof userGroups>, 'id' | 'name'>;

/** The groups with these ids that exist, in no order. */
export async function findUserGroups(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<UserGroupRow[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, { institutionId: actor.institutionId, ids: possible });
}

export function userGroupMessage(group: UserGroupRow): UserGroup {
  return { $typeName: 'lyceum.directory.v1.UserGroup', id: group.id, name: group.name };
}

const BY_IDS = rowsByIds(userGroups, ['id', 'name']);
