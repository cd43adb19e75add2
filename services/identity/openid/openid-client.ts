import type * as Library from 'openid-client';
import { type Guard, guardedConnector } from '../../../libraries/outbound-guard/index.ts';
import type { OpenIdConfig } from '../config.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';
import { clientAuthentication } from './client-authentication.ts';
import { OpenIdFailure } from './openid-failure.ts';

/** A provider whose metadata have been checked. */
interface Known {
  readonly library: typeof Library;
  readonly server: Library.Configuration;
  /** Makes a request to its token endpoint. */
  request<T>(send: () => Promise<T>): Promise<T>;
}

/**
 * Does some work with a provider's metadata, and closes the connections afterwards: sign-ins are rare. Whatever goes
 * wrong is an OpenIdFailure.
 */
export async function withProvider<T>(
  { issuer, clientId, institutionId, ...sealed }: OpenIdProviderRow,
  { keys, guard }: OpenIdConfig,
  work: (known: Known) => Promise<T>,
): Promise<T> {
  const clientSecret = keys.open(sealed, institutionId);
  // Loaded at the first sign-in: together they take 30 MB.
  const [library, { Agent, buildConnector, fetch }] = await Promise.all([import('openid-client'), import('undici')]);
  const agent = new Agent({
    connect: guardedConnector(buildConnector, guard, { timeout: TIMEOUT_SECONDS * 1_000 }),
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  let isWaiting = false;
  const customFetch: Library.CustomFetch = async (url, options) => {
    isWaiting = true;
    const answer = await fetch(url, { ...options, dispatcher: agent } as never);
    isWaiting = false;
    return answer as unknown as Response;
  };
  let otherwise: OpenIdFailure['fault'] = 'INVALID';
  try {
    const { add, request } = clientAuthentication(library, clientSecret);
    const server = await library.discovery(new URL(issuer), clientId, clientSecret, add, {
      timeout: TIMEOUT_SECONDS,
      // The signature is checked although the token comes from the provider itself.
      execute: [library.enableNonRepudiationChecks, ...(guard.allowsHttp ? [library.allowInsecureRequests] : [])],
      [library.customFetch]: customFetch,
    });
    otherwise = 'WRONG_ANSWER';
    return await work({ library, server, request: (send) => request(server, send) });
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

/** Whether the scheme of an address is allowed. */
export function isAllowed({ protocol }: URL, guard: Guard): boolean {
  return protocol === 'https:' || (protocol === 'http:' && guard.allowsHttp);
}

/** For each request. */
const TIMEOUT_SECONDS = 5;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;
