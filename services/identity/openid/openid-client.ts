import type * as Library from 'openid-client';
import { type Guard, guardedConnector } from '../../../libraries/outbound-guard/index.ts';
import { ClientAuthentication } from './client-authentication.ts';
import { OpenIdFailure } from './openid-failure.ts';
import type { SignInState } from './sign-in-state.ts';

/** The console as the client of a provider. */
export interface Client {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether an address of which the provider says nothing more is verified. */
  readonly confirmsAddresses: boolean;
}

/** Where requests to providers may go: institutions choose them. */
export interface Outside {
  readonly guard: Guard;
}

export type Secrets = Pick<SignInState, 'verifier' | 'state' | 'nonce'>;

/**
 * The address to which a browser goes to sign in: authorization code with PKCE, state and nonce. Throws an
 * OpenIdFailure if the provider is not as it should be.
 */
export function authorizationUrl(
  client: Client,
  outside: Outside,
  { redirectUri, verifier, state, nonce }: Secrets & { readonly redirectUri: string },
): Promise<string> {
  return withProvider(client, outside, async ({ library, provider }) => {
    const parameters = {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
    };
    const url = library.buildAuthorizationUrl(provider, parameters);
    if (!isAllowed(url, outside))
      throw new OpenIdFailure('INVALID', {
        cause: new Error(`the authorization endpoint is no https URL: ${url.origin}`),
      });
    return url.href;
  });
}

/** A provider whose metadata are what they should be. */
export interface Provider {
  readonly library: typeof Library;
  readonly provider: Library.Configuration;
  readonly authentication: ClientAuthentication;
}

/**
 * Does some work with a provider's metadata, and closes the connections afterwards: sign-ins are rare. Whatever goes
 * wrong is an OpenIdFailure.
 */
export async function withProvider<T>(
  { issuer, clientId, clientSecret }: Client,
  { guard }: Outside,
  work: (provider: Provider) => Promise<T>,
): Promise<T> {
  // Loaded at the first sign-in: together they take 30 MB.
  const [library, { Agent, buildConnector, fetch }] = await Promise.all([import('openid-client'), import('undici')]);
  const agent = new Agent({
    connect: guardedConnector(buildConnector, guard, { timeout: TIMEOUT_SECONDS * 1_000 }),
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  let isWaiting = false;
  const request: Library.CustomFetch = async (url, options) => {
    isWaiting = true;
    const answer = await fetch(url, { ...options, dispatcher: agent } as never);
    isWaiting = false;
    return answer as unknown as Response;
  };
  let otherwise: OpenIdFailure['fault'] = 'INVALID';
  try {
    const authentication = new ClientAuthentication(library, clientSecret);
    const provider = await library.discovery(new URL(issuer), clientId, clientSecret, authentication.add, {
      timeout: TIMEOUT_SECONDS,
      // The signature is checked although the token comes from the provider itself.
      execute: [library.enableNonRepudiationChecks, ...(guard.allowsHttp ? [library.allowInsecureRequests] : [])],
      [library.customFetch]: request,
    });
    otherwise = 'WRONG_ANSWER';
    return await work({ library, provider, authentication });
  } catch (cause) {
    if (cause instanceof OpenIdFailure) throw cause;
    if (isWaiting) throw new OpenIdFailure('UNREACHABLE', { cause });
    if (cause instanceof library.AuthorizationResponseError)
      throw new OpenIdFailure('DENIED', { detail: cause.error, cause });
    if (cause instanceof library.ResponseBodyError)
      throw new OpenIdFailure('CODE_REFUSED', { detail: cause.error, cause });
    throw new OpenIdFailure(otherwise, { detail: writtenOtherwise(cause, issuer), cause });
  } finally {
    await agent.destroy();
  }
}

/** The issuer as the provider writes it, if only the slash at its end differs. */
function writtenOtherwise(error: unknown, issuer: string): unknown {
  const { body } = Object((error as { readonly cause?: unknown }).cause) as { readonly body?: { issuer?: unknown } };
  const written = body?.issuer;
  const isSame = typeof written === 'string' && written.replace(/\/$/, '') === issuer.replace(/\/$/, '');
  return isSame ? written : undefined;
}

/** Whether an address may be used, as far as its scheme says. */
export function isAllowed({ protocol }: URL, { guard }: Outside): boolean {
  return protocol === 'https:' || (protocol === 'http:' && guard.allowsHttp);
}

/** For each request. */
const TIMEOUT_SECONDS = 5;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;
