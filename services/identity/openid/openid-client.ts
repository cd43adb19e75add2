import type * as Library from 'openid-client';
import { type Guard, guardedConnector } from '../../../libraries/outbound-guard/index.ts';
import { emailFault } from '../../../platform/core/formats.ts';
import { OpenIdFault } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import type { SignInState } from './sign-in-state.ts';

/** The console as the client of a provider. */
export interface Client {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where requests to providers may go: institutions choose them. */
interface Outside {
  readonly guard: Guard;
}

type Secrets = Pick<SignInState, 'verifier' | 'state' | 'nonce'>;

/** Fetches a provider's metadata; what is wrong with it, if anything. */
export async function tryProvider(client: Client, outside: Outside): Promise<OpenIdFault> {
  let answers = 0;
  try {
    await withProvider(client, { ...outside, onAnswer: () => answers++ }, async () => undefined);
    return OpenIdFault.UNSPECIFIED;
  } catch {
    return answers === 0 ? OpenIdFault.UNREACHABLE : OpenIdFault.INVALID;
  }
}

/**
 * The address to which a browser goes to sign in: authorization code with PKCE, state and nonce. Throws if the provider
 * is not as it should be.
 */
export function authorizationUrl(
  client: Client,
  outside: Outside,
  { redirectUri, verifier, state, nonce }: Secrets & { readonly redirectUri: string },
): Promise<string> {
  return withProvider(client, outside, async (library, provider) => {
    const parameters = {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
    };
    const url = library.buildAuthorizationUrl(provider, parameters);
    if (!isAllowed(url, outside)) throw new Error(`the authorization endpoint is no https URL: ${url.origin}`);
    return url.href;
  });
}

/**
 * The verified e-mail address of whoever came back from the provider; null without one. Throws for whatever is not the
 * provider's answer to this sign-in: another state, nonce or issuer (RFC 9207), a used code, a wrong signature.
 */
export function verifiedEmail(
  client: Client,
  outside: Outside,
  { callbackUrl, verifier, state, nonce }: Secrets & { readonly callbackUrl: string },
): Promise<string | null> {
  return withProvider(client, outside, async (library, provider) => {
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await library.authorizationCodeGrant(provider, new URL(callbackUrl), checks);
    const claims = tokens.claims();
    if (!claims) return null;
    // With a code, a provider may show the address, or whether it is verified, only there (OpenID Connect Core, 5.4).
    const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
    const isElsewhere = !isWhole && provider.serverMetadata().userinfo_endpoint !== undefined;
    const who = isElsewhere ? await library.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
    // Some providers send the claim as text.
    const isVerified = who.email_verified === true || (who.email_verified as unknown) === 'true';
    // What no user can have as an address may be text that the database does not take.
    return isVerified && typeof who.email === 'string' && emailFault(who.email) === null ? who.email : null;
  });
}

/** Does some work with a provider's metadata, and closes the connections afterwards: sign-ins are rare. */
async function withProvider<T>(
  { issuer, clientId, clientSecret }: Client,
  { guard, onAnswer }: Outside & { readonly onAnswer?: () => void },
  work: (library: typeof Library, provider: Library.Configuration) => Promise<T>,
): Promise<T> {
  // Loaded at the first sign-in: together they take 30 MB.
  const [library, { Agent, buildConnector, fetch }] = await Promise.all([import('openid-client'), import('undici')]);
  const agent = new Agent({
    connect: guardedConnector(buildConnector, guard, { timeout: TIMEOUT_SECONDS * 1_000 }),
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  const request: Library.CustomFetch = async (url, options) => {
    const answer = await fetch(url, { ...options, dispatcher: agent } as never);
    onAnswer?.();
    return answer as unknown as Response;
  };
  try {
    const provider = await library.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // The signature is checked although the token comes from the provider itself.
      execute: [library.enableNonRepudiationChecks, ...(guard.allowsHttp ? [library.allowInsecureRequests] : [])],
      [library.customFetch]: request,
    });
    return await work(library, provider);
  } finally {
    await agent.destroy();
  }
}

/** Whether an address may be used, as far as its scheme says. */
export function isAllowed({ protocol }: URL, { guard }: Outside): boolean {
  return protocol === 'https:' || (protocol === 'http:' && guard.allowsHttp);
}

/** For each request. */
const TIMEOUT_SECONDS = 5;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;
