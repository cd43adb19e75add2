import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import { query } from '../../../platform/handler/query.ts';
import {
  type ListSyncedUsersRequest,
  SyncedUserService,
} from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import type { LockedUser } from '../domain/user.ts';
import { syncedPage } from '../store/synced-pages.ts';
import { findSynced, findSyncedByEmail, findSyncedByExternalId, syncedMessage } from '../store/synced-users.ts';

/** GET /scim/v2/Users: whoever a key names, or a part of all. */
export const listSyncedUsers = query(SyncedUserService.method.listSyncedUsers, async (db, request, context) => {
  const { actor } = context;
  const { offset, limit, isArchived = null } = request;
  const named = findNamed(db, actor, request);
  if (named) {
    const user = await named;
    const found = user && matches(user, request) ? [syncedMessage(user)] : [];
    return { syncedUsers: found.slice(offset, offset + limit), total: found.length };
  }
  const { users, total } = await syncedPage(db, context, { isArchived, offset, limit });
  return { syncedUsers: users.map(syncedMessage), total };
});

function findNamed(
  db: Reader,
  actor: TenantActor,
  { id, email, externalId }: ListSyncedUsersRequest,
): Promise<LockedUser | null> | undefined {
  if (id !== undefined) return findSynced(db, actor, id);
  if (email !== undefined) return findSyncedByEmail(db, actor, email);
  return externalId === undefined ? undefined : findSyncedByExternalId(db, actor, externalId);
}

function matches(user: LockedUser, { id, email, externalId, isArchived }: ListSyncedUsersRequest): boolean {
  return (
    // An id in capitals is another one.
    (id === undefined || id === user.id) &&
    (email === undefined || emailKey(email) === emailKey(user.email)) &&
    (externalId === undefined || externalId === user.externalId) &&
    (isArchived === undefined || isArchived === user.isArchived)
  );
}
