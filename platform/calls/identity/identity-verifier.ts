import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { Refusal, refuse } from '../../core/errors/refusal.ts';
import { toDate } from '../../core/instant.ts';
import { ALGORITHM, type Identified, ISSUER, readClaims, TYPE } from './claims.ts';
import type { IdentityKey } from './identity-keys.ts';

interface Verified {
  readonly who: Identified;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * Verifies signed identities. A signature is checked once: a valid token is cached by its text until it expires.
 */
export class IdentityVerifier {
  readonly #keys: ReadonlyMap<string, IdentityKey['key']>;
  readonly #clock: Clock;
  readonly #verified: LRUCache<string, Verified>;
  /** Running checks, so that concurrent calls with the same new token share one. */
  readonly #running = new Map<string, Promise<Identified>>();

  constructor(keys: readonly IdentityKey[], clock: Clock, { maxEntries = TOKENS_AT_MOST } = {}) {
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    this.#clock = clock;
    this.#verified = new LRUCache({ max: maxEntries });
  }

  /** The actor of an identity; synchronous if cached. Throws CALLER_UNAUTHENTICATED if directory has not signed it or it has expired. */
  verify(token: string): Identified | Promise<Identified> {
    const verified = this.#verified.get(token);
    if (verified) {
      if (this.#clock.now() < verified.expiresAt + LEEWAY_MS) return verified.who;
      this.#verified.delete(token);
    }
    return this.#running.get(token) ?? this.#begin(token);
  }

  #begin(token: string): Promise<Identified> {
    const check = this.#check(token).finally(() => this.#running.delete(token));
    this.#running.set(token, check);
    return check;
  }

  async #check(token: string): Promise<Identified> {
    if (token.length > TOKEN_CHARACTERS_AT_MOST) refuse('CALLER_UNAUTHENTICATED');
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#keyOf(kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        requiredClaims: ['exp'],
        clockTolerance: LEEWAY_MS / 1_000,
        currentDate: toDate(this.#clock.now()),
      });
      const who = readClaims(payload) ?? refuse('CALLER_UNAUTHENTICATED');
      this.#verified.set(token, { who, expiresAt: (payload.exp ?? 0) * 1_000 });
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
const TOKENS_AT_MOST = 10_000;
/** Several times the length with the longest operator name. */
const TOKEN_CHARACTERS_AT_MOST = 4_096;
