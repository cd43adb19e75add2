import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { fromInstantText, sortableEpochMs } from '../../../platform/core/instant.ts';
import { cutPage, instantKeyset, type Keyset } from '../../../platform/core/paging.ts';
import { codeKey } from '../../../platform/core/text-keys.ts';
import { query } from '../../../platform/handler/query.ts';
import { type ListUsersRequest, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { UserState } from '../domain/user.ts';
import { findUserByCode, findUserByEmail, listUsers as list, userMessage } from '../store/users.ts';

/** GET /users (decisions 2.5): in order of creation. */
export const listUsers = query(UserService.method.listUsers, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { email, code, ids, isArchived = null, updatedSince = null } = request;
  const found =
    email === undefined && code === undefined
      ? await list(db, actor, keyset, { ids: ids?.ids ?? null, isArchived, updatedSince })
      : await findNamed(db, actor, request, keyset);
  const { rows, hasMore } = cutPage(found, keyset);
  return { users: rows.map(userMessage), hasMore };
});

/** Email and code are unique: such a list has at most one user, who must also match the other filters. */
async function findNamed(
  db: Reader,
  actor: TenantActor,
  { email, code, ids, isArchived, updatedSince }: ListUsersRequest,
  after: Keyset,
): Promise<UserState[]> {
  const user =
    email !== undefined ? await findUserByEmail(db, actor, email) : await findUserByCode(db, actor, code ?? '');
  if (!user || ids?.ids.includes(user.id) === false) return [];
  if (code !== undefined && (user.code === null || codeKey(user.code) !== codeKey(code))) return [];
  if (isArchived !== undefined && user.isArchived !== isArchived) return [];
  if (updatedSince !== undefined && fromInstantText(user.updatedAt) < fromInstantText(updatedSince)) return [];
  const [createdAt, behind] = [fromInstantText(user.createdAt), sortableEpochMs(after.sort)];
  const isBehind = createdAt === behind ? user.id > after.id.toLowerCase() : createdAt > behind;
  return isBehind ? [user] : [];
}
