import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { Refusal, refuse } from '../../core/errors/refusal.ts';
import { toDate } from '../../core/instant.ts';
import { ALGORITHM, type Identified, ISSUER, readClaims, TYPE } from './claims.ts';
import type { IdentityKey } from './identity-keys.ts';

interface Verified {
  readonly who: Identified;
  /** A little after it expires, because clocks differ, in epoch milliseconds. */
  readonly to: number;
}

/**
 * Verifies signed identities. A signature is checked once: the token is cached by its text.
 */
export class IdentityVerifier {
  readonly #keys: ReadonlyMap<string, IdentityKey['key']>;
  readonly #clock: Clock;
  readonly #verified: LRUCache<string, Verified>;
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
    if (known && this.#clock.now() < known.to) return known.who;
    return this.#running.get(token) ?? this.#begin(token);
  }

  #begin(token: string): Promise<Identified> {
    const check = this.#check(token).finally(() => this.#running.delete(token));
    this.#running.set(token, check);
    return check;
  }

  async #check(token: string): Promise<Identified> {
    if (token.length > MAX_TOKEN_CHARACTERS) refuse('CALLER_UNAUTHENTICATED');
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#keyOf(kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        requiredClaims: ['exp'],
        currentDate: toDate(this.#clock.now()),
        clockTolerance: LEEWAY_MS / 1_000,
      });
      const who = readClaims(payload) ?? refuse('CALLER_UNAUTHENTICATED');
      this.#verified.set(token, { who, to: (payload.exp ?? 0) * 1_000 + LEEWAY_MS });
      return who;
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
