import { resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { UserCreatedSchema, UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { SyncedUserService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { archiving } from '../domain/changes.ts';
import { refuse } from '../domain/refusals.ts';
import { createSynced, replaceSynced } from '../domain/synced-user.ts';
import { cachedSettings } from '../store/settings-cache.ts';
import { guardChange } from '../store/sync-guards.ts';
import { lockByEmail, syncedMessage, takeKeys } from '../store/synced-users.ts';
import { insertUser, updateUser } from '../store/users.ts';

/** POST /scim/v2/Users: a new user, or one who was archived and has the email. */
export const createSyncedUser = command(SyncedUserService.method.createSyncedUser, {
  prepare: (_, { runtime, actor }) => cachedSettings(runtime, actor.institutionId),
  async run(tx, request, { actor, now, newId, prepared: { userCodeFormat: codeFormat } }) {
    const synced = present(request.syncedUser, 'syncedUser');
    const input = { revision: newId(), now, codeFormat };
    const archived = await lockByEmail(tx, actor, synced);
    if (archived && !archived.isArchived) refuse('USER_EMAIL_TAKEN');
    if (!archived) {
      const user = createSynced(synced, { ...input, id: newId() });
      await takeKeys(tx, actor, user, { before: null, revision: newId() });
      insertUser(tx, actor, user);
      return { response: { syncedUser: syncedMessage(user) }, events: [resourceEvent(UserCreatedSchema, user.id)] };
    }
    const { next, changed, isWritten } = replaceSynced(archived, synced, input);
    const user = { ...next, isRemoved: false };
    await guardChange(tx, actor, { before: archived, after: user, now });
    await takeKeys(tx, actor, user, { before: archived, revision: newId() });
    if (isWritten || archived.isRemoved) updateUser(tx, actor, user);
    return {
      response: { syncedUser: syncedMessage(user) },
      events: updateEvents(UserUpdatedSchema, user.id, { changed, payload: archiving(archived, user) }),
    };
  },
});
