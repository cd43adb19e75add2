import { checkRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { deleteProvider, lockProvider } from '../store/openid-providers.ts';

/** Removes the institution's provider; idempotent. Sign-ins that have begun do not end. */
export const removeOpenIdProvider = command(OpenIdService.method.removeOpenIdProvider, {
  async run(tx, { precondition }, { actor }) {
    const provider = await lockProvider(tx, actor);
    if (!provider) return { response: {} };
    checkRevision(precondition, provider.revision);
    deleteProvider(tx, provider);
    return { response: {} };
  },
});
