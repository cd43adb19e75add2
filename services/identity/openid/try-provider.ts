import { type Client, type Outside, withProvider } from './openid-client.ts';
import { OpenIdFailure } from './openid-failure.ts';

/**
 * Tries what can be tried without a person: the metadata, and whether the token endpoint refuses the client, by a code
 * that is none. Throws an OpenIdFailure. That a code is refused proves nothing: some providers look at it first.
 */
export function tryProvider(client: Client, outside: Outside, redirectUri: string): Promise<void> {
  return withProvider(client, outside, async ({ library, provider, authentication }) => {
    const grant = { code: 'no-code', redirect_uri: redirectUri, code_verifier: 'no-verifier'.repeat(4) };
    try {
      await authentication.request(provider, () => library.genericGrantRequest(provider, 'authorization_code', grant));
    } catch (error) {
      if (error instanceof OpenIdFailure && error.fault === 'CLIENT_REFUSED') throw error;
    }
  });
}
