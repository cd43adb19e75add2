import { present } from '../../../platform/core/present.ts';
import { command, type PrepareContext } from '../../../platform/handler/command.ts';
import {
  type FinishOpenIdSignInRequest,
  OpenIdFault,
  OpenIdService,
} from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { clientOf } from '../openid/client-of.ts';
import { failureOf } from '../openid/failure-of.ts';
import { OpenIdFailure } from '../openid/openid-failure.ts';
import { SIGN_IN_MS, signInStates, trialResults } from '../openid/sign-in-state.ts';
import { verifiedEmail } from '../openid/verified-email.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { writeFailure } from '../store/openid-failures.ts';
import { findProvider } from '../store/openid-providers.ts';

/**
 * Begins a session of the administrator whose verified address the provider names, or tells whose it would have begun.
 * The provider accepts its code once.
 */
export const finishOpenIdSignIn = command(OpenIdService.method.finishOpenIdSignIn, {
  // Not in `prepare`, which may be repeated.
  admit: (request, context) => identify(request, context),
  prepare: async (_, context) => {
    const { admitted: found } = context;
    if (!found || 'failure' in found) return null;
    return activeUserByEmail(await ownCall(context, found.institutionId), found.email);
  },
  async run(tx, { origin }, { admitted: found, prepared: user, ...context }) {
    if (!found) return { response: {} };
    const { institutionId, trialOf } = found;
    const administrator = user && (await lockAdministrator(tx, found, user.id));
    const fault: OpenIdFailure['fault'] = !user ? 'NOBODY' : administrator ? 'UNSPECIFIED' : 'NO_ADMINISTRATOR';
    const { now, runtime } = context;
    const failed = 'failure' in found ? found.failure : { fault, detail: '' };
    if (trialOf !== undefined) {
      const shown = { email: 'email' in found ? found.email : '', userId: user?.id ?? '', userName: user?.name ?? '' };
      const why = { fault: OpenIdFault[failed.fault], detail: failed.detail };
      const result = { institutionId, trialOf, ...shown, ...why, expiresAt: now + SIGN_IN_MS };
      return { response: { resultToken: trialResults.seal(openIdConfig(runtime).keys, result) } };
    }
    if ('failure' in found || !administrator || !user) {
      writeFailure(tx, 'failure' in found ? found.failure : failureOf(new OpenIdFailure(fault), found, context));
      return { response: {} };
    }
    const session = beginSession(
      tx,
      {
        administrator,
        userName: user.name,
        method: 'openid',
        issuer: found.issuer,
        origin: present(origin, 'origin'),
      },
      context,
    );
    return { response: { session } };
  },
});

/** The address that the provider of the institution proves, or why it proves none; null where nothing has begun. */
async function identify({ callbackUrl, stateToken }: FinishOpenIdSignInRequest, context: PrepareContext) {
  const { runtime, now } = context;
  const config = openIdConfig(runtime);
  const state = signInStates.open(config.keys, stateToken, now);
  const provider = state && (await findProvider(runtime.db, state));
  if (!provider) {
    runtime.log.info('a sign-in with OpenID Connect came back that this browser has not begun, or too late');
    return null;
  }
  const { institutionId, issuer } = provider;
  const { trialOf } = state;
  try {
    const email = await verifiedEmail(clientOf(provider, config.keys), config, { callbackUrl, ...state });
    return { institutionId, trialOf, issuer, email };
  } catch (error) {
    return { institutionId, trialOf, failure: failureOf(error, provider, context) };
  }
}
