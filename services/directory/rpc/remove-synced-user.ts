import { updateEvents } from '../../../platform/core/event.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { SyncedUserService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { archiving } from '../domain/changes.ts';
import { refuse } from '../domain/refusals.ts';
import { removeSynced } from '../domain/synced-user.ts';
import { guardChange } from '../store/sync-guards.ts';
import { lockSynced } from '../store/synced-users.ts';
import { updateUser } from '../store/users.ts';

/** DELETE /scim/v2/Users/{id}: archives. */
export const removeSyncedUser = command(SyncedUserService.method.removeSyncedUser, {
  async run(tx, { id, precondition }, { actor, now, newId }) {
    const user = (await lockSynced(tx, actor, id)) ?? refuse('USER_NOT_FOUND');
    checkRevision(precondition, user.revision);
    const { next, changed } = removeSynced(user, { revision: newId(), now });
    await guardChange(tx, actor, { before: user, after: next, now });
    updateUser(tx, actor, next);
    return {
      response: {},
      events: updateEvents(UserUpdatedSchema, next.id, { changed, payload: archiving(user, next) }),
    };
  },
});
