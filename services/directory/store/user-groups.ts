import type { UserGroup } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';

export interface UserGroupRow {
  readonly id: string;
  readonly name: string;
}

/** The groups of those ids that exist, in no order. */
export async function findUserGroups(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<UserGroupRow[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, [actor.institutionId, possible]);
}

export function userGroupMessage(group: UserGroupRow): UserGroup {
  return { $typeName: 'lyceum.directory.v1.UserGroup', id: group.id, name: group.name };
}

const BY_IDS = statement(
  'user_groups_by_ids',
  'SELECT g.id, g.name FROM user_groups g WHERE g.institution_id = $1 AND g.id = ANY($2::uuid[])',
);
