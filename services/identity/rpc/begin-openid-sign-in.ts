import { command } from '../../../platform/handler/command.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { beginAtProvider } from '../openid/begin-at-provider.ts';
import { failureOf } from '../openid/openid-failure.ts';
import { writeFailure } from '../store/openid-failures.ts';
import { findProviderByRef } from '../store/openid-providers.ts';

/**
 * Where a browser goes to sign in at an institution's provider. Stores nothing of it: the browser keeps the state of
 * the sign-in, encrypted.
 */
export const beginOpenIdSignIn = command(OpenIdService.method.beginOpenIdSignIn, {
  async admit({ institutionRef, redirectUri }, context) {
    const provider = await findProviderByRef(context.runtime.db, institutionRef);
    if (!provider) return {};
    try {
      return { signIn: await beginAtProvider(provider, { redirectUri }, context) };
    } catch (error) {
      return { failure: failureOf(error, provider, context) };
    }
  },
  async run(tx, _, { admitted: { signIn, failure } }) {
    if (failure) writeFailure(tx, failure);
    return { response: signIn ? { signIn } : {} };
  },
});
