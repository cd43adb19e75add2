import { OWNER } from '../../../platform/core/roles.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { isProtected } from '../domain/protection.ts';
import { leavesOwner } from '../domain/who-can-sign-in.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { listAdministrators, lockAdministrator, lockAdministrators } from '../store/administrators.ts';
import { deleteArchiving, insertArchiving } from '../store/archivings.ts';

/**
 * Notes the administrators whom directory is about to archive, under the lock of all changes after which no owner could
 * sign in: two who archive each other do not both pass, in whatever way they do it.
 */
export const beginArchiving = command(AdministratorService.method.beginArchiving, {
  /** Who is archived already; null if nobody is an administrator, which takes a single read. */
  async prepare({ userIds }, context) {
    const { actor, now, runtime } = context;
    const wanted = new Set(userIds);
    const all = await listAdministrators(runtime.db, actor, { now });
    return all.some(({ id }) => wanted.has(id)) ? archivedAdministrators(context) : null;
  },
  async run(tx, { userIds, dryRun }, { actor, now, newId, prepared: archived }) {
    if (archived === null) return { response: {} };
    lockAdministrators(tx, actor);
    const all = await listAdministrators(tx, actor, { now, archived });
    const wanted = new Set(userIds);
    const administrators = all.filter(({ id }) => wanted.has(id));
    const protectedIds = administrators.filter((each) => isProtected(each, actor)).map(({ id }) => id);
    if (protectedIds.length > 0) return { response: { protectedIds } };
    const leaving = new Set(administrators.map(({ id }) => id));
    const isAllowed = leavesOwner(
      all,
      all.filter(({ id }) => !leaving.has(id)),
    );
    if (!isAllowed) {
      const owners = new Set(all.filter(({ roles }) => roles.includes(OWNER)).map(({ id }) => id));
      const lastAdministratorId = userIds.findLast((id) => owners.has(id));
      return { response: { ...(lastAdministratorId !== undefined && { lastAdministratorId }) } };
    }
    if (dryRun || leaving.size === 0) return { response: {} };
    const archivingId = newId();
    insertArchiving(tx, actor, { id: archivingId, userIds: [...leaving], now });
    return { response: { archivingId } };
  },
});

/** Whether the caller may not change how a user signs in. */
export const checkProtection = query(
  AdministratorService.method.checkProtection,
  async (db, { userId }, { actor, now }) => {
    const all = await listAdministrators(db, actor, { now });
    return { isProtected: all.some((each) => each.id === userId && isProtected(each, actor)) };
  },
);

/** Deletes the note of an archiving that has not come about. */
export const cancelArchiving = command(AdministratorService.method.cancelArchiving, {
  async run(tx, { archivingId }, { actor }) {
    deleteArchiving(tx, actor, archivingId);
    return { response: {} };
  },
});

/** Whether a user is an administrator, under the lock of all changes of administrators. */
export const checkErasure = command(AdministratorService.method.checkErasure, {
  of: 'nobody',
  async run(tx, { institutionId, userId }) {
    lockAdministrators(tx, { institutionId });
    return { response: { isAdministrator: (await lockAdministrator(tx, { institutionId }, userId)) !== null } };
  },
});
