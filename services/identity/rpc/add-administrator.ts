import { StalePreparation } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { canSignIn } from '../domain/who-can-sign-in.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { newLink } from '../sign-in/new-link.ts';
import { ownCall } from '../sign-in/own-call.ts';
import {
  administratorMessage,
  insertAdministrator,
  listAdministrators,
  lockAdministrator,
  lockAdministrators,
} from '../store/administrators.ts';
import { isArchivedUser } from '../store/archived-users.ts';

/** Makes an active user an administrator, with a link if an administrator does; idempotent but for that. */
export const addAdministrator = command(AdministratorService.method.addAdministrator, {
  async prepare({ email }, context) {
    const call = await ownCall(context, context.actor.institutionId);
    const [user, { institution }] = await Promise.all([
      activeUserByEmail(call, email),
      call(InstitutionService.method.getInstitution, {}),
    ]);
    if (!user) refuse('ADMINISTRATOR_USER_NOT_FOUND');
    return { user, institutionName: present(institution, 'institution').name, attempt: context.attempt };
  },
  async run(tx, _, { prepared, ...context }) {
    const { actor, now, newId } = context;
    const { user } = prepared;
    lockAdministrators(tx, actor);
    // Archived since directory was asked, or the event that they are back is still to come: asking again tells.
    if (prepared.attempt === 1 && (await isArchivedUser(tx, actor, user.id))) throw new StalePreparation();
    const known = await lockAdministrator(tx, actor, user.id);
    const administrator = known ?? {
      id: user.id,
      createdBy: actor.kind === 'administrator' ? actor.userId : null,
      lastSignedInAt: null,
      createdAt: toInstantText(now),
      revision: newId(),
    };
    if (!known) insertAdministrator(tx, actor, administrator);
    const link = actor.kind === 'administrator' ? newLink(tx, prepared, context) : undefined;
    const listed = (await listAdministrators(tx, actor, { now })).find(({ id }) => id === user.id);
    const shown = { ...user, canSignIn: listed !== undefined && canSignIn(listed) };
    return { response: { administrator: administratorMessage(administrator, shown), ...(link && { link }) } };
  },
});
