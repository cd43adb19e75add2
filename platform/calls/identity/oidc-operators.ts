import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Operator } from '../../core/actor.ts';
import type { Clock } from '../../core/clock.ts';
import { Refusal } from '../../core/errors/refusal.ts';
import { toDate } from '../../core/instant.ts';
import { isOperatorName, isReservedOperatorName } from './claims.ts';
import { type OidcConfig, type OidcProvider, oidcProviderOf } from './identity-variables.ts';

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** Operators of an OpenID provider: users in the group who present one of its JWTs (ID or access token). */
export class OidcOperators {
  readonly #provider: OidcProvider;
  readonly #clock: Clock;
  readonly #keys: RemoteKeys;

  /** From the configuration; undefined without a provider. Throws a StartError. */
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
   * The operator that a token names; null if the token is not from the provider, not for us, expired, or of a user
   * outside the group. Throws DEPENDENCY_UNAVAILABLE while the provider's keys are not available.
   */
  async find(token: string): Promise<Operator | null> {
    try {
      const { payload } = await jwtVerify(token, (...header) => this.#keyOf(...header), {
        // As configured, or with a slash at its end, as many providers have it.
        issuer: [this.#provider.issuer, `${this.#provider.issuer}/`],
        audience: this.#provider.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: toDate(this.#clock.now()),
      });
      return this.#operatorOf(payload);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return null;
    }
  }

  /** The key that a token names. Only a failure to fetch the keys says nothing about the token. */
  async #keyOf(...header: Parameters<RemoteKeys>): ReturnType<RemoteKeys> {
    try {
      return await this.#keys(...header);
    } catch (cause) {
      if (NO_KEY.some((verdict) => cause instanceof verdict)) throw cause;
      throw new Refusal('DEPENDENCY_UNAVAILABLE', { cause });
    }
  }

  #operatorOf(claims: JWTPayload): Operator | null {
    const { issuer, group, groupsClaim, nameClaim } = this.#provider;
    const { sub, [nameClaim]: name, [groupsClaim]: groups } = claims;
    if (!Array.isArray(groups) || !groups.includes(group)) return null;
    // An unverified address could be another operator's.
    if (nameClaim === 'email' && claims.email_verified === false) return null;
    if (typeof sub !== 'string' || !SUBJECT.test(sub)) return null;
    if (typeof name !== 'string' || !isOperatorName(name) || isReservedOperatorName(name)) return null;
    return { id: `${issuer} ${sub}`, name };
  }
}

/** Only signatures with public keys (RFC 8725, 3.1). */
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
/** The provider has no key for the token. */
const NO_KEY = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];
/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;
/** The tolerated clock difference of two machines. */
const LEEWAY_SECONDS = 30;
