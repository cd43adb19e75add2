import { checkRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { requireSomebody } from '../domain/who-can-sign-in.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { listAdministrators, lockAdministrators } from '../store/administrators.ts';
import { deleteProvider, lockProvider } from '../store/openid-providers.ts';

/** Removes the institution's provider; idempotent. Sign-ins that have begun do not end. */
export const removeOpenIdProvider = command(OpenIdService.method.removeOpenIdProvider, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { precondition }, { actor, now, prepared: archived }) {
    lockAdministrators(tx, actor);
    const provider = await lockProvider(tx, actor);
    if (!provider) return { response: {} };
    checkRevision(precondition, provider.revision);
    const all = await listAdministrators(tx, actor, { now, archived });
    if (actor.kind === 'administrator') requireSomebody(all.map((each) => ({ ...each, hasProvider: false })));
    deleteProvider(tx, provider);
    return { response: {} };
  },
});
