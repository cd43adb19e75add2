import type { Runtime } from '../../../platform/handler/runtime.ts';
import { openIdConfig } from '../config.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';
import { clientOf } from './client-of.ts';
import { authorizationUrl } from './openid-client.ts';
import { SIGN_IN_MS, signInStates } from './sign-in-state.ts';

interface Begun {
  readonly redirectUri: string;
  /** The administrator who only tries the provider. */
  readonly trialOf?: string;
  readonly now: number;
}

/** Where a browser goes to sign in at a provider, and the state that it keeps. Throws an OpenIdFailure. */
export async function beginAtProvider(
  provider: OpenIdProviderRow,
  { redirectUri, trialOf, now }: Begun,
  runtime: Runtime,
): Promise<{ readonly url: string; readonly stateToken: string }> {
  const { ids } = runtime;
  const config = openIdConfig(runtime);
  const secrets = { verifier: ids.newSecret(), state: ids.newSecret(), nonce: ids.newSecret() };
  const url = await authorizationUrl(clientOf(provider, config.keys), config, { redirectUri, ...secrets });
  const { institutionId } = provider;
  const state = { institutionId, ...secrets, ...(trialOf !== undefined && { trialOf }), expiresAt: now + SIGN_IN_MS };
  return { url, stateToken: signInStates.seal(config.keys, state) };
}
