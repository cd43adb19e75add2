import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { ownCall } from '../sign-in/own-call.ts';
import {
  administratorMessage,
  insertAdministrator,
  lockAdministrator,
  lockAdministrators,
} from '../store/administrators.ts';

/** Makes an active user an administrator; idempotent. */
export const addAdministrator = command(AdministratorService.method.addAdministrator, {
  prepare: async ({ email }, context) =>
    (await activeUserByEmail(await ownCall(context, context.actor.institutionId), email)) ??
    refuse('ADMINISTRATOR_USER_NOT_FOUND'),
  async run(tx, _, { actor, now, newId, prepared: user }) {
    lockAdministrators(tx, actor);
    const known = await lockAdministrator(tx, actor, user.id);
    const administrator = known ?? {
      id: user.id,
      createdBy: actor.kind === 'administrator' ? actor.userId : null,
      lastSignedInAt: null,
      createdAt: toInstantText(now),
      revision: newId(),
    };
    if (!known) insertAdministrator(tx, actor, administrator);
    return { response: { administrator: administratorMessage(administrator, user) } };
  },
});
