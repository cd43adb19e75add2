import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { Refusal, refuse } from '../../core/errors/refusal.ts';
import { toDate } from '../../core/instant.ts';
import { ALGORITHM, type Identified, ISSUER, readClaims, type Signed, TYPE } from './claims.ts';
import type { IdentityKey } from './identity-keys.ts';

/** What identity has signed. */
export interface Statement<Who extends Signed = Signed> {
  readonly who: Who;
  /**
   * When it was valid, in epoch milliseconds: clocks may differ, so from a little before it was issued until a little
   * after it expired.
   */
  readonly from: number;
  readonly to: number;
}

/**
 * Verifies signed identities. A signature is checked once: the token is cached by its text.
 */
export class IdentityVerifier {
  readonly #keys: ReadonlyMap<string, IdentityKey['key']>;
  readonly #clock: Clock;
  readonly #verified: LRUCache<string, Statement>;
  /** Running checks, so that concurrent calls with the same new token share one. */
  readonly #running = new Map<string, Promise<Identified>>();

  constructor(keys: readonly IdentityKey[], clock: Clock, { maxEntries = MAX_TOKENS } = {}) {
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    this.#clock = clock;
    this.#verified = new LRUCache({ max: maxEntries });
  }

  /**
   * The actor of an identity; synchronous if cached. Throws CALLER_UNAUTHENTICATED if identity has not signed it or it
   * has expired.
   */
  verify(token: string): Identified | Promise<Identified> {
    const known = this.#verified.get(token);
    if (known && this.#isValid(known)) return known.who;
    return this.#running.get(token) ?? this.#begin(token);
  }

  /**
   * What identity has signed, whether or not it is still valid: proof of what was. Throws CALLER_UNAUTHENTICATED for
   * everything else.
   */
  async read(token: string): Promise<Statement> {
    return this.#verified.get(token) ?? (await this.#check(token));
  }

  #begin(token: string): Promise<Identified> {
    const check = this.read(token)
      .then((read) => (this.#isValid(read) ? read.who : refuse('CALLER_UNAUTHENTICATED')))
      .finally(() => this.#running.delete(token));
    this.#running.set(token, check);
    return check;
  }

  #isValid(read: Statement): read is Statement<Identified> {
    return read.who.kind !== 'client' && this.#clock.now() < read.to;
  }

  async #check(token: string): Promise<Statement> {
    if (token.length > MAX_TOKEN_CHARACTERS) refuse('CALLER_UNAUTHENTICATED');
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#keyOf(kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        requiredClaims: ['exp'],
        // Whether it has expired is asked by who needs it to be valid.
        currentDate: toDate(0),
      });
      const who = readClaims(payload) ?? refuse('CALLER_UNAUTHENTICATED');
      const { iat = 0, exp = 0 } = payload;
      const read = { who, from: iat * 1_000 - LEEWAY_MS, to: exp * 1_000 + LEEWAY_MS };
      this.#verified.set(token, read);
      return read;
    } catch (cause) {
      throw new Refusal('CALLER_UNAUTHENTICATED', { cause });
    }
  }

  #keyOf(id: string | undefined): IdentityKey['key'] {
    return this.#keys.get(id ?? '') ?? refuse('CALLER_UNAUTHENTICATED');
  }
}

/** The tolerated clock difference of two machines. */
const LEEWAY_MS = 30_000;
const MAX_TOKENS = 10_000;
/** Several times the length with the longest operator name. */
const MAX_TOKEN_CHARACTERS = 4_096;
