import { updateEvents } from '../../../platform/core/event.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { SyncedUserService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { archiving } from '../domain/changes.ts';
import { refuse } from '../domain/refusals.ts';
import { replaceSynced } from '../domain/synced-user.ts';
import { cachedSettings } from '../store/settings-cache.ts';
import { guardChange } from '../store/sync-guards.ts';
import { lockSynced, syncedMessage, takeKeys } from '../store/synced-users.ts';
import { updateUser } from '../store/users.ts';

/** PUT and PATCH /scim/v2/Users/{id}. */
export const replaceSyncedUser = command(SyncedUserService.method.replaceSyncedUser, {
  prepare: (_, { runtime, actor }) => cachedSettings(runtime, actor.institutionId),
  async run(tx, { id, precondition, syncedUser }, { actor, now, newId, prepared: { userCodeFormat: codeFormat } }) {
    const synced = present(syncedUser, 'syncedUser');
    const user = (await lockSynced(tx, actor, id)) ?? refuse('USER_NOT_FOUND');
    checkRevision(precondition, user.revision);
    const input = { revision: newId(), now, codeFormat };
    const { next, changed, isWritten } = replaceSynced(user, synced, input);
    await guardChange(tx, actor, { before: user, after: next, now });
    await takeKeys(tx, actor, next, { before: user, revision: newId() });
    if (isWritten) updateUser(tx, actor, next);
    return {
      response: { syncedUser: syncedMessage(next) },
      events: updateEvents(UserUpdatedSchema, next.id, { changed, payload: archiving(user, next) }),
    };
  },
});
