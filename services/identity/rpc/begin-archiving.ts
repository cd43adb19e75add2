import { command } from '../../../platform/handler/command.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { requireSomebody } from '../domain/who-can-sign-in.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { listAdministrators, lockAdministrators } from '../store/administrators.ts';
import { insertArchiving } from '../store/archivings.ts';

/**
 * Notes whom somebody is about to archive, under the lock of all that could leave nobody who can sign in: two
 * administrators who archive each other do not both pass.
 */
export const beginArchiving = command(AdministratorService.method.beginArchiving, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { userIds }, { actor, now, newId, prepared: archived }) {
    lockAdministrators(tx, actor);
    const all = await listAdministrators(tx, actor, { now, archived });
    const wanted = new Set(userIds);
    const leaving = all.map(({ id }) => id).filter((id) => wanted.has(id));
    if (leaving.length === 0) return { response: {} };
    requireSomebody(all.filter(({ id }) => !wanted.has(id)));
    const archivingId = newId();
    insertArchiving(tx, actor, { id: archivingId, userIds: leaving, now });
    return { response: { archivingId } };
  },
});
