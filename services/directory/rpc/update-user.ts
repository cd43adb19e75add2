import { updateEvents } from '../../../platform/core/event.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { changeUser } from '../domain/change-user.ts';
import { archiving } from '../domain/changes.ts';
import { refuse } from '../domain/refusals.ts';
import { cachedSettings } from '../store/settings-cache.ts';
import { lockUser, userMessage, updateUser as write } from '../store/users.ts';

/** PATCH /users/{id} (decisions 4.2, 4.4, 7.1): checks and writes under the user's lock. */
export const updateUser = command(UserService.method.updateUser, {
  async prepare({ updateMask }, { runtime, actor }) {
    const isCodeSet = updateMask?.paths.includes('code');
    return !isCodeSet ? null : (await cachedSettings(runtime, actor.institutionId)).userCodeFormat;
  },
  async run(tx, request, { actor, now, newId, prepared: codeFormat }) {
    const user = (await lockUser(tx, actor, request.id)) ?? refuse('USER_NOT_FOUND');
    requireRevision(request.precondition, user.revision);
    const { next, changed, isWritten } = changeUser(user, request, { revision: newId(), now, codeFormat });
    if (isWritten) write(tx, actor, next);
    return {
      response: { user: userMessage(next) },
      events: updateEvents(UserUpdatedSchema, next.id, { changed, payload: archiving(user, next) }),
    };
  },
});
