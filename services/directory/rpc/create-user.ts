import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { UserCreatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { createUser as decide } from '../domain/create-user.ts';
import { cachedSettings } from '../store/settings-cache.ts';
import { insertUser, userMessage } from '../store/users.ts';

/** POST /users (decisions 7.1, 7.2). Reads nothing in the transaction, so it is one batch. */
export const createUser = command(UserService.method.createUser, {
  prepare: (_, { runtime, actor }) => cachedSettings(runtime, actor.institutionId),
  async run(tx, { user: given }, { actor, now, newId, prepared: settings }) {
    const user = decide(given, { id: newId(), revision: newId(), now, codeFormat: settings.userCodeFormat });
    insertUser(tx, actor, user);
    return {
      response: { user: userMessage(user) },
      events: [resourceEvent(UserCreatedSchema, user.id)],
    };
  },
});
