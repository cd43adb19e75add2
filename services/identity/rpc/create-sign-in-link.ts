import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { newLink } from '../sign-in/new-link.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { lockAdministrator, updateAdministrator } from '../store/administrators.ts';

/**
 * Creates a one-time link for an administrator who is not archived. The audit log has it as a change of the
 * administrator.
 */
export const createSignInLink = command(AdministratorService.method.createSignInLink, {
  async prepare({ email }, context) {
    const call = await ownCall(context, context.actor.institutionId);
    const [user, { institution }] = await Promise.all([
      activeUserByEmail(call, email),
      call(InstitutionService.method.getInstitution, {}),
    ]);
    if (!user) refuse('ADMINISTRATOR_NOT_FOUND');
    return { user, institutionName: present(institution, 'institution').name };
  },
  async run(tx, _, { prepared, ...context }) {
    const { actor, newId } = context;
    const administrator = (await lockAdministrator(tx, actor, prepared.user.id)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
    updateAdministrator(tx, { ...administrator, revision: newId() });
    return { response: newLink(tx, prepared, context) };
  },
});
