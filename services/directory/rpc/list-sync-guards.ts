import { query } from '../../../platform/handler/query.ts';
import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { listHeld } from '../store/sync-guards.ts';

/** The directory syncs that wait for an administrator. */
export const listSyncGuards = query(SyncGuardService.method.listSyncGuards, async (db, _, { actor, now }) => ({
  guards: await listHeld(db, actor, now),
}));
