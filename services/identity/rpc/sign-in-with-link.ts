import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { hashSecret } from '../domain/secrets.ts';
import { isUnexpired } from '../domain/sign-in.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { deleteSignInLinks, findSignInLink } from '../store/sign-in-links.ts';

/**
 * Uses a one-time link up. The administrator's row is the lock: a second sign-in with the link waits for it, and finds
 * the link gone.
 */
export const signInWithLink = command(SessionService.method.signInWithLink, {
  async prepare({ code }, { runtime, now }) {
    const link = await findSignInLink(runtime.db, hashSecret(code));
    return link && isUnexpired(link, now) ? link : null;
  },
  async run(tx, { code, origin }, { prepared, ...context }) {
    if (!prepared) return { response: {} };
    const [administrator, link] = await Promise.all([
      lockAdministrator(tx, prepared, prepared.userId),
      findSignInLink(tx, hashSecret(code)),
    ]);
    if (!administrator || !link) return { response: {} };
    deleteSignInLinks(tx, link);
    const session = beginSession(
      tx,
      { administrator, userName: link.userName, method: 'link', origin: present(origin, 'origin') },
      context,
    );
    return { response: { session } };
  },
});
