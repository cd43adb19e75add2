import { SignJWT } from 'jose';
import type { Clock } from '../../core/clock.ts';
import { ALGORITHM, claimsOf, type Identified, ISSUER, TYPE } from './claims.ts';
import type { IdentityKey } from './identity-keys.ts';

/** Signs identities; only identity has the keys. */
export class IdentityIssuer {
  readonly #key: IdentityKey;
  readonly #clock: Clock;

  /** @param keys the first one signs */
  constructor(keys: readonly IdentityKey[], clock: Clock) {
    const [key] = keys;
    if (!key) throw new Error('there is no key to sign identities with');
    this.#key = key;
    this.#clock = clock;
  }

  /** Issues an identity as compact JWS (RFC 7515). */
  issue(who: Identified): Promise<string> {
    const { id, key } = this.#key;
    const issuedAt = Math.floor(this.#clock.now() / 1_000);
    const expires = issuedAt + (who.kind === 'operator' ? OPERATOR_SECONDS : CLIENT_SECONDS);
    return new SignJWT(claimsOf(who))
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
      .setIssuer(ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expires)
      .sign(key);
  }
}

/** Longer than a gateway caches one plus the longest request. */
const CLIENT_SECONDS = 60;
/** The longest time that a revoked operator can continue; longer sessions renew the identity. */
const OPERATOR_SECONDS = 300;
