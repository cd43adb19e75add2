import { emailFault } from '../../../platform/core/formats.ts';
import type { OpenIdConfig } from '../config.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';
import { withProvider } from './openid-client.ts';
import { OpenIdFailure } from './openid-failure.ts';
import type { Claims } from './shown-claims.ts';
import type { SignInState } from './sign-in-state.ts';

/** Who has returned from the provider. */
interface VerifiedPerson {
  /** The verified e-mail address. */
  readonly email: string;
  /** The account at the provider, which never gives it to another person (OpenID Connect Core, 5.7). */
  readonly subject: string;
  /** What the claim with roles says; undefined if the provider gives none. */
  readonly claimedRoles?: unknown;
}

/**
 * Who returns from the provider, with a verified e-mail address. Throws an OpenIdFailure without one, and for
 * whatever is not the provider's answer to this sign-in: another state, nonce or issuer (RFC 9207), a used code, a
 * wrong signature.
 * @param received is called with the claims as soon as they are the provider's, before they are judged
 */
export function verifiedPerson(
  provider: OpenIdProviderRow,
  config: OpenIdConfig,
  { callbackUrl, verifier, state, nonce }: SignInState & { readonly callbackUrl: string },
  received: (claims: Claims) => void,
): Promise<VerifiedPerson> {
  return withProvider(provider, config, async ({ library, server, request }) => {
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const url = new URL(callbackUrl);
    const tokens = await request(() => library.authorizationCodeGrant(server, url, checks));
    const claims = tokens.claims();
    if (!claims || !SUBJECT.test(claims.sub)) throw new OpenIdFailure('WRONG_ANSWER');
    // With a code, a provider may show the address, or whether it is verified, only there (OpenID Connect Core, 5.4).
    const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
    const { rolesClaim } = provider;
    const hasRoles = rolesClaim === null || claims[rolesClaim] !== undefined;
    const isElsewhere = !(isWhole && hasRoles) && server.serverMetadata().userinfo_endpoint !== undefined;
    const elsewhere = isElsewhere ? await library.fetchUserInfo(server, tokens.access_token, claims.sub) : undefined;
    const who = elsewhere && !isWhole ? elsewhere : claims;
    const ofRoles = rolesClaim !== null && { [rolesClaim]: claims[rolesClaim] ?? elsewhere?.[rolesClaim] };
    const verified = { email: who.email, email_verified: who.email_verified ?? claims.email_verified };
    received({ ...elsewhere, ...claims, ...verified, ...ofRoles });
    // A text that cannot be a user's address may also be one that the database refuses.
    if (typeof who.email !== 'string' || emailFault(who.email) !== null) throw new OpenIdFailure('NO_ADDRESS');
    const said = who.email_verified ?? claims.email_verified ?? (provider.confirmsAddresses || undefined);
    if (said === undefined) throw new OpenIdFailure('UNCONFIRMED');
    // Some providers send the claim as text.
    if (said !== true && (said as unknown) !== 'true') throw new OpenIdFailure('NOT_CONFIRMED');
    const claimedRoles = rolesClaim === null ? undefined : (claims[rolesClaim] ?? elsewhere?.[rolesClaim] ?? []);
    return { email: who.email, subject: claims.sub, claimedRoles };
  });
}

/** As OpenID Connect Core, 2 has it; any other text may also be one that the database refuses. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
