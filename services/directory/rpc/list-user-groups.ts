import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { listUserGroups as list, userGroupMessage } from '../store/user-groups.ts';

/** GET /user-groups: by name. */
export const listUserGroups = query(
  UserGroupService.method.listUserGroups,
  async (db, { page, ids, updatedSince = null }, { actor }) => {
    const keyset = keysetOf(page, '');
    const { rows, hasMore } = cutPage(await list(db, actor, keyset, { ids: ids?.ids ?? null, updatedSince }), keyset);
    return { userGroups: rows.map(userGroupMessage), hasMore };
  },
);
