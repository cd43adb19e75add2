import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { administratorMessage, insertAdministrator, lockAdministrator } from '../store/administrators.ts';
import { findUserByEmail, lockUser } from '../store/users.ts';

/** Makes an active user an administrator; idempotent. The user's row is the lock of concurrent additions. */
export const addAdministrator = command(AdministratorService.method.addAdministrator, {
  async run(tx, { email }, { actor, now, newId }) {
    const found = (await findUserByEmail(tx, actor, email)) ?? refuse('ADMINISTRATOR_USER_NOT_FOUND');
    const user = await lockUser(tx, actor, found.id);
    if (!user || user.isArchived) refuse('ADMINISTRATOR_USER_NOT_FOUND');
    const known = await lockAdministrator(tx, actor, user.id);
    const administrator = known ?? {
      id: user.id,
      createdBy: actor.kind === 'administrator' ? actor.userId : null,
      lastSignedInAt: null,
      createdAt: toInstantText(now),
      revision: newId(),
    };
    if (!known) insertAdministrator(tx, actor, administrator);
    const { name, isArchived } = user;
    return {
      response: { administrator: administratorMessage({ ...administrator, name, email: user.email, isArchived }) },
    };
  },
});
