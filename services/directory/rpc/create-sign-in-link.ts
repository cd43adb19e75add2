import { command } from '../../../platform/handler/command.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { signInAddress } from '../config.ts';
import { refuse } from '../domain/refusals.ts';
import { hashSecret } from '../domain/secrets.ts';
import { linkExpiry } from '../domain/sign-in.ts';
import { lockAdministrator, updateAdministrator } from '../store/administrators.ts';
import { insertSignInLink } from '../store/sign-in-links.ts';
import { findUserByEmail } from '../store/users.ts';

/**
 * Creates a one-time link for an administrator who is not archived. Only the hash of its code is stored. The audit log
 * has it as a change of the administrator.
 */
export const createSignInLink = command(AdministratorService.method.createSignInLink, {
  async run(tx, { email }, { actor, now, newId, runtime }) {
    const user = await findUserByEmail(tx, actor, email);
    if (!user || user.isArchived) refuse('ADMINISTRATOR_NOT_FOUND');
    const administrator = (await lockAdministrator(tx, actor, user.id)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
    const code = runtime.ids.newSecret();
    const expiresAt = linkExpiry(now);
    const { institutionId } = actor;
    updateAdministrator(tx, { ...administrator, revision: newId() });
    insertSignInLink(tx, { institutionId, id: newId(), userId: user.id, codeHash: hashSecret(code), expiresAt });
    return { response: { code, expiresAt, url: signInAddress(runtime, code) } };
  },
});
