import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { listUsers as list, userMessage } from '../store/users.ts';

/** GET /users (decisions 2.5): in order of creation. */
export const listUsers = query(UserService.method.listUsers, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { email = null, code = null, ids, isArchived = null, updatedSince = null } = request;
  const filters = { email, code, ids: ids?.ids ?? null, isArchived, updatedSince };
  const { rows, hasMore } = cutPage(await list(db, actor, keyset, filters), keyset);
  return { users: rows.map(userMessage), hasMore };
});
