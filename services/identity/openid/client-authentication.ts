import type * as Library from 'openid-client';
import { OpenIdFailure } from './openid-failure.ts';

/**
 * How the console proves at the token endpoint that it is the provider's client: as the metadata say, by Basic where
 * they say nothing (OpenID Connect Discovery 1.0, 3). Where they allow both, a client may be registered for either.
 */
export function clientAuthentication(library: typeof Library, secret: string) {
  const post = library.ClientSecretPost(secret);
  let way = library.ClientSecretBasic(secret);
  /** For the library. */
  const add: Library.ClientAuth = (...request) => way(...request);

  /** Makes a request to the token endpoint, once more if that refuses the client and knows the other way. */
  async function request<T>(provider: Library.Configuration, send: () => Promise<T>): Promise<T> {
    const { token_endpoint_auth_methods_supported: methods = [] } = provider.serverMetadata();
    const takesPost = methods.includes('client_secret_post');
    if (takesPost && !methods.includes('client_secret_basic')) way = post;
    try {
      return await send();
    } catch (cause) {
      if (!isRefusal(library, cause)) throw cause;
      if (!takesPost || way === post) throw new OpenIdFailure('CLIENT_REFUSED', { cause });
      way = post;
      return request(provider, send);
    }
  }

  return { add, request };
}

function isRefusal({ WWWAuthenticateChallengeError, ResponseBodyError }: typeof Library, error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof ResponseBodyError && error.error === 'invalid_client';
}
