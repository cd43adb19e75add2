import type { Runtime } from '../../../platform/handler/runtime.ts';
import { openIdConfig } from '../config.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';
import { isAllowed, withProvider } from './openid-client.ts';
import { OpenIdFailure } from './openid-failure.ts';
import { signInStates } from './sign-in-state.ts';

interface Begun {
  readonly redirectUri: string;
  /** The administrator who only tries the provider. */
  readonly trialOf?: string;
}

/**
 * Where a browser goes to sign in at a provider (authorization code with PKCE, state and nonce), and the state that it
 * keeps. Throws an OpenIdFailure if the provider is not as it should be.
 */
export function beginAtProvider(
  provider: OpenIdProviderRow,
  { redirectUri, ...trial }: Begun,
  { now, runtime }: { readonly now: number; readonly runtime: Runtime },
): Promise<{ readonly url: string; readonly stateToken: string }> {
  const config = openIdConfig(runtime);
  const { ids } = runtime;
  return withProvider(provider, config, async ({ library, server }) => {
    const [verifier, state, nonce] = [ids.newSecret(), ids.newSecret(), ids.newSecret()];
    const url = library.buildAuthorizationUrl(server, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
    });
    if (!isAllowed(url, config.guard))
      throw new OpenIdFailure('INVALID', {
        cause: new Error(`the authorization endpoint is no https URL: ${url.origin}`),
      });
    const { institutionId } = provider;
    const begun = { institutionId, verifier, state, nonce, ...trial };
    return { url: url.href, stateToken: signInStates.seal(config.keys, begun, now) };
  });
}
