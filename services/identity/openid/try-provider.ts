import type { OpenIdConfig } from '../config.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';
import { withProvider } from './openid-client.ts';
import { OpenIdFailure } from './openid-failure.ts';

/**
 * Checks a provider without a person: the metadata, and whether the token endpoint refuses the client, by a code
 * that is invalid. Throws an OpenIdFailure. That a code is refused proves nothing: some providers look at it first.
 */
export function tryProvider(provider: OpenIdProviderRow, config: OpenIdConfig, redirectUri: string): Promise<void> {
  return withProvider(provider, config, async ({ library, server, request }) => {
    const grant = { code: 'no-code', redirect_uri: redirectUri, code_verifier: 'no-verifier'.repeat(4) };
    try {
      await request(() => library.genericGrantRequest(server, 'authorization_code', grant));
    } catch (error) {
      if (error instanceof OpenIdFailure && error.fault === 'CLIENT_REFUSED') throw error;
    }
  });
}
