import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { signInAddress } from '../config.ts';
import { refuse } from '../domain/refusals.ts';
import { hashSecret } from '../domain/secrets.ts';
import { linkExpiry } from '../domain/sign-in.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { lockAdministrator, updateAdministrator } from '../store/administrators.ts';
import { insertSignInLink } from '../store/sign-in-links.ts';

/**
 * Creates a one-time link for an administrator who is not archived. Only the hash of its code is stored. The audit log
 * has it as a change of the administrator.
 */
export const createSignInLink = command(AdministratorService.method.createSignInLink, {
  async prepare({ email }, { call }) {
    const [user, { institution }] = await Promise.all([
      activeUserByEmail(call, email),
      call(InstitutionService.method.getInstitution, {}),
    ]);
    if (!user) refuse('ADMINISTRATOR_NOT_FOUND');
    return { user, institutionName: present(institution, 'institution').name };
  },
  async run(tx, _, { actor, now, newId, runtime, prepared: { user, institutionName } }) {
    const administrator = (await lockAdministrator(tx, actor, user.id)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
    const code = runtime.ids.newSecret();
    const expiresAt = linkExpiry(now);
    const { institutionId } = actor;
    updateAdministrator(tx, { ...administrator, revision: newId() });
    const link = { institutionId, id: newId(), userId: user.id, codeHash: hashSecret(code), expiresAt };
    insertSignInLink(tx, { ...link, userName: user.name, email: user.email, institutionName });
    return { response: { code, expiresAt, url: signInAddress(runtime, code) } };
  },
});
