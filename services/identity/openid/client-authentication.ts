import type * as Library from 'openid-client';
import { OpenIdFailure } from './openid-failure.ts';

type Methods = readonly (typeof BASIC | typeof POST)[];

/**
 * How the console proves at the token endpoint that it is the provider's client: as the metadata say, by Basic where
 * they say nothing (OpenID Connect Discovery 1.0, 3). Where they allow both, a client may be registered for either.
 */
export class ClientAuthentication {
  readonly #library: typeof Library;
  readonly #by: Readonly<Record<Methods[number], Library.ClientAuth>>;
  #refused = 0;

  constructor(library: typeof Library, secret: string) {
    this.#library = library;
    this.#by = { [BASIC]: library.ClientSecretBasic(secret), [POST]: library.ClientSecretPost(secret) };
  }

  /** For the library. */
  readonly add: Library.ClientAuth = (metadata, ...request) => {
    const methods = methodsOf(metadata);
    return this.#by[methods[this.#refused] ?? BASIC](metadata, ...request);
  };

  /** Makes a request to the token endpoint, once more if that refuses the client and knows another way. */
  async request<T>(provider: Library.Configuration, send: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await send();
      } catch (cause) {
        if (!this.#isRefusal(cause)) throw cause;
        this.#refused++;
        if (this.#refused < methodsOf(provider.serverMetadata()).length) continue;
        throw new OpenIdFailure('CLIENT_REFUSED', { cause });
      }
    }
  }

  #isRefusal(error: unknown): boolean {
    if (error instanceof this.#library.WWWAuthenticateChallengeError) return error.status === 401;
    return error instanceof this.#library.ResponseBodyError && error.error === 'invalid_client';
  }
}

function methodsOf({ token_endpoint_auth_methods_supported: supported = [] }: Library.ServerMetadata): Methods {
  const known = [BASIC, POST].filter((each) => supported.includes(each));
  return known.length > 0 ? known : [BASIC];
}

const BASIC = 'client_secret_basic' as const;
const POST = 'client_secret_post' as const;
