import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { forgetChanges, listHeld } from '../store/sync-guards.ts';

/** Lets a directory sync archive again. */
export const allowArchiving = command(SyncGuardService.method.allowArchiving, {
  async run(tx, { integrationId }, { actor, now, newId }) {
    await forgetChanges(tx, actor, { integrationId, now, revision: newId() });
    return { response: {} };
  },
});

/** The directory syncs that wait for an administrator. */
export const listSyncGuards = query(SyncGuardService.method.listSyncGuards, async (db, _, { actor, now }) => ({
  guards: await listHeld(db, actor, now),
}));
