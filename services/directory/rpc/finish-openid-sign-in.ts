import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { type FinishOpenIdSignInRequest, OpenIdService } from '../../../proto/gen/lyceum/directory/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { clientOf } from '../openid/client-of.ts';
import { verifiedEmail } from '../openid/openid-client.ts';
import { openState } from '../openid/sign-in-state.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { findProvider } from '../store/openid-providers.ts';
import { findUserByEmail } from '../store/users.ts';

/**
 * Begins a session of the administrator whose verified address the provider names. The provider accepts its code once.
 */
export const finishOpenIdSignIn = command(OpenIdService.method.finishOpenIdSignIn, {
  // Not in `prepare`, which may be repeated.
  admit: (request, { runtime, now }) => identify(request, runtime, now),
  prepare: async (_, { admitted }) => admitted,
  async run(tx, { origin }, { prepared: who, ...context }) {
    const user = who && (await findUserByEmail(tx, who, who.email));
    const administrator = user && !user.isArchived && (await lockAdministrator(tx, who, user.id));
    if (!administrator) return { response: {} };
    const session = beginSession(tx, { administrator, method: 'openid', origin: present(origin, 'origin') }, context);
    return { response: { session } };
  },
});

/** The address that the provider of the institution proves; null if it proves none. */
async function identify({ callbackUrl, stateToken }: FinishOpenIdSignInRequest, runtime: Runtime, now: number) {
  const config = openIdConfig(runtime);
  const state = openState(config.keys, stateToken, now);
  const provider = state && (await findProvider(runtime.db, state));
  if (!provider) return null;
  const { institutionId } = provider;
  try {
    const email = await verifiedEmail(clientOf(provider, config.keys), config, { callbackUrl, ...state });
    return email === null ? null : { institutionId, email };
  } catch (err) {
    runtime.log.info({ institutionId, err }, 'a sign-in with OpenID Connect failed');
    return null;
  }
}
