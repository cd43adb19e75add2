import { command } from '../../../platform/handler/command.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { requireSomebody } from '../domain/who-can-sign-in.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { countAdministrators } from '../store/administrator-counts.ts';
import { deleteAdministrator, listAdministrators, lockAdministrator } from '../store/administrators.ts';

/**
 * Ends a user's being an administrator, with all sessions, links and passkeys. Removals wait for each other at the
 * count, so that two administrators who remove each other do not leave the institution without one.
 */
export const removeAdministrator = command(AdministratorService.method.removeAdministrator, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { userId }, { actor, now, prepared: archived }) {
    countAdministrators(tx, actor, -1);
    const { id } = (await lockAdministrator(tx, actor, userId)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
    if (actor.kind === 'administrator')
      requireSomebody((await listAdministrators(tx, actor, { now, archived })).filter((each) => each.id !== id));
    await deleteAdministrator(tx, actor, id);
    return { response: {} };
  },
});
