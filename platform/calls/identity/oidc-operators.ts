import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Operator } from '../../core/actor.ts';
import type { Clock } from '../../core/clock.ts';
import { Refusal } from '../../core/errors/refusal.ts';
import { toDate } from '../../core/instant.ts';
import { type OidcConfig, type OidcProvider, oidcProviderOf } from './oidc-variables.ts';
import { isOperatorName } from './operator-name.ts';

/** Operators whom an OpenID provider names: whoever shows a token of its (a JWT: an ID token or an access token) and is in the group. */
export class OidcOperators {
  readonly #provider: OidcProvider;
  readonly #clock: Clock;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  /** As the configuration says; undefined where no provider names operators. Throws a StartError. */
  static of(config: OidcConfig, clock: Clock): OidcOperators | undefined {
    const provider = oidcProviderOf(config);
    return provider && new OidcOperators(provider, clock);
  }

  constructor(provider: OidcProvider, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
    this.#keys = createRemoteJWKSet(new URL(provider.jwksUrl));
  }

  /**
   * The operator whom a token names; null for one that is not the provider's, not for us, over, or of somebody outside the group.
   * Refuses with DEPENDENCY_UNAVAILABLE while the provider's keys cannot be had.
   */
  async find(token: string): Promise<Operator | null> {
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        // As it is written in the configuration, or with a slash at its end, which many providers' have.
        issuer: [this.#provider.issuer, `${this.#provider.issuer}/`],
        audience: this.#provider.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: toDate(this.#clock.now()),
      });
      return this.#operatorOf(payload);
    } catch (cause) {
      if (VERDICTS.some((verdict) => cause instanceof verdict)) return null;
      throw new Refusal('DEPENDENCY_UNAVAILABLE', { cause });
    }
  }

  #operatorOf(claims: JWTPayload): Operator | null {
    const { issuer, group, groupsClaim, nameClaim } = this.#provider;
    const { sub, [nameClaim]: name, [groupsClaim]: groups } = claims;
    if (!Array.isArray(groups) || !groups.includes(group)) return null;
    // An address that nobody has checked could be another operator's.
    if (nameClaim === 'email' && claims.email_verified === false) return null;
    if (typeof sub !== 'string' || !SUBJECT.test(sub)) return null;
    return typeof name === 'string' && isOperatorName(name) ? { id: `${issuer} ${sub}`, name } : null;
  }
}

/** Signatures with public keys alone (RFC 8725, 3.1). */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const VERDICTS = [
  errors.JWSInvalid,
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
];
/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;
/** How far the clocks of two machines may be apart. */
const LEEWAY_SECONDS = 30;
