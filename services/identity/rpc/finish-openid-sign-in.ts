import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { type FinishOpenIdSignInRequest, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { clientOf } from '../openid/client-of.ts';
import { verifiedEmail } from '../openid/openid-client.ts';
import { openState } from '../openid/sign-in-state.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { findProvider } from '../store/openid-providers.ts';

/**
 * Begins a session of the administrator whose verified address the provider names. The provider accepts its code once.
 */
export const finishOpenIdSignIn = command(OpenIdService.method.finishOpenIdSignIn, {
  // Not in `prepare`, which may be repeated.
  admit: (request, { runtime, now }) => identify(request, runtime, now),
  prepare: async (_, context) => {
    const { admitted: proven } = context;
    return proven && activeUserByEmail(await ownCall(context, proven.institutionId), proven.email);
  },
  async run(tx, { origin }, { admitted: proven, prepared: user, ...context }) {
    const administrator = proven && user && (await lockAdministrator(tx, proven, user.id));
    if (!administrator) return { response: {} };
    const session = beginSession(
      tx,
      {
        administrator,
        userName: user.name,
        method: 'openid',
        issuer: proven.issuer,
        origin: present(origin, 'origin'),
      },
      context,
    );
    return { response: { session } };
  },
});

/** The address that the provider of the institution proves; null if it proves none. */
async function identify({ callbackUrl, stateToken }: FinishOpenIdSignInRequest, runtime: Runtime, now: number) {
  const config = openIdConfig(runtime);
  const state = openState(config.keys, stateToken, now);
  const provider = state && (await findProvider(runtime.db, state));
  if (!provider) return null;
  const { institutionId, issuer } = provider;
  try {
    const email = await verifiedEmail(clientOf(provider, config.keys), config, { callbackUrl, ...state });
    return email === null ? null : { institutionId, issuer, email };
  } catch (err) {
    runtime.log.info({ institutionId, err }, 'a sign-in with OpenID Connect failed');
    return null;
  }
}
