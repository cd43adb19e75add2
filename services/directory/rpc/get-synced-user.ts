import { query } from '../../../platform/handler/query.ts';
import { SyncedUserService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findSynced, syncedMessage } from '../store/synced-users.ts';

/** GET /scim/v2/Users/{id}. */
export const getSyncedUser = query(SyncedUserService.method.getSyncedUser, async (db, { id }, { actor }) => ({
  syncedUser: syncedMessage((await findSynced(db, actor, id)) ?? refuse('USER_NOT_FOUND')),
}));
