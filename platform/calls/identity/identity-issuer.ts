import { SignJWT } from 'jose';
import type { Clock } from '../../core/clock.ts';
import { FIRST_SERVER } from '../../data/placements.ts';
import { ALGORITHM, claimsOf, type Identified, ISSUER, SERVER, TYPE } from './claims.ts';
import type { IdentityKey } from './identity-keys.ts';

/** The server with the rows of an institution. */
type ServerOf = (institutionId: string) => string;

/** Signs identities; only identity has the keys. */
export class IdentityIssuer {
  readonly #key: IdentityKey;
  readonly #clock: Clock;
  readonly #serverOf: ServerOf;

  /** @param keys the first one signs */
  constructor(keys: readonly IdentityKey[], clock: Clock, serverOf: ServerOf = () => FIRST_SERVER) {
    const [key] = keys;
    if (!key) throw new Error('there is no key to sign identities with');
    this.#key = key;
    this.#clock = clock;
    this.#serverOf = serverOf;
  }

  /** The same, whose identities name the server of the institution. */
  placedBy(serverOf: ServerOf): IdentityIssuer {
    return new IdentityIssuer([this.#key], this.#clock, serverOf);
  }

  /** Issues an identity as compact JWS (RFC 7515). */
  issue(who: Identified): Promise<string> {
    const { id, key } = this.#key;
    const issuedAt = Math.floor(this.#clock.now() / 1_000);
    const expires = issuedAt + (who.kind === 'operator' ? OPERATOR_SECONDS : CLIENT_SECONDS);
    const server = who.kind === 'operator' ? FIRST_SERVER : this.#serverOf(who.institutionId);
    return new SignJWT({ ...claimsOf(who), ...(server !== FIRST_SERVER && { [SERVER]: server }) })
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
