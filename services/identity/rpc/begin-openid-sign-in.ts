import { query } from '../../../platform/handler/query.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { clientOf } from '../openid/client-of.ts';
import { authorizationUrl } from '../openid/openid-client.ts';
import { sealState } from '../openid/sign-in-state.ts';
import { findProviderByRef } from '../store/openid-providers.ts';

/**
 * Where a browser goes to sign in at an institution's provider. Stores nothing: the browser keeps the state of the
 * sign-in, encrypted.
 */
export const beginOpenIdSignIn = query(
  OpenIdService.method.beginOpenIdSignIn,
  async (db, { institutionRef, redirectUri }, { now, runtime }) => {
    const provider = await findProviderByRef(db, institutionRef);
    if (!provider) return {};
    const { ids, log } = runtime;
    const config = openIdConfig(runtime);
    const secrets = { verifier: ids.newSecret(), state: ids.newSecret(), nonce: ids.newSecret() };
    const { institutionId } = provider;
    try {
      const url = await authorizationUrl(clientOf(provider, config.keys), config, { redirectUri, ...secrets });
      const state = { institutionId, ...secrets, expiresAt: now + SIGN_IN_MS };
      return { signIn: { url, stateToken: sealState(config.keys, state) } };
    } catch (err) {
      log.info({ institutionId, err }, 'a sign-in with OpenID Connect could not begin');
      return {};
    }
  },
);

const SIGN_IN_MS = 10 * 60_000;
