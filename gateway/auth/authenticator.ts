import { hash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../services/chassis/clock.ts';
import { parseBasic } from './basic-credentials.ts';

/** An integration's credentials as directory knows them. */
export interface Credentials {
  readonly integrationId: string;
  readonly institutionId: string;
  readonly createdBy: string | null;
  readonly active: boolean;
  /** SHA-256 of every secret that is live: two during a rotation. */
  readonly secretHashes: readonly Uint8Array[];
}

/** The integration that a request comes from. */
export interface Identity {
  readonly integrationId: string;
  readonly institutionId: string;
  readonly createdBy: string | null;
}

export interface AuthenticatorOptions {
  /** The credentials of a client id, null when there are none. */
  readonly lookUp: (clientId: string) => Promise<Credentials | null>;
  readonly clock: Clock;
  /** How long an answer of `lookUp` is relied on, in milliseconds. */
  readonly ttlMs?: number;
  /** How long a success may be relied on, when `lookUp` fails or takes its time; in milliseconds, from the answer that it rests on. */
  readonly graceMs?: number;
  /** How many client ids are remembered, unknown ones included. */
  readonly maxEntries?: number;
}

/**
 * Tells who sends a request (spec: Authentication; decisions 3.5). Unknown client, inactive integration and wrong secret take the same
 * path and the same time. Remembers client ids and hashes, never a secret or a header.
 */
export class Authenticator {
  readonly #lookUp: AuthenticatorOptions['lookUp'];
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #graceMs: number;
  readonly #entries: LRUCache<string, Entry>;
  /** Look-ups that run, so that requests of one client share one. */
  readonly #flights = new Map<string, Promise<Entry>>();

  constructor({ lookUp, clock, ttlMs = 5000, graceMs = ttlMs, maxEntries = 10_000 }: AuthenticatorOptions) {
    this.#lookUp = lookUp;
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#graceMs = graceMs;
    this.#entries = new LRUCache({ max: maxEntries });
  }

  /**
   * The integration that an Authorization header proves, or null: at once when its client is remembered. Where that is due to be asked again and
   * cannot be, a secret that was right stays so for the time of grace.
   * @throws whatever `lookUp` throws; nothing new is remembered then.
   */
  authenticate(header: string | undefined): Identity | null | Promise<Identity | null> {
    const given = parseBasic(header);
    if (!given || given.clientId.length > CLIENT_ID_CHARACTERS_AT_MOST) return null;
    const { clientId } = given;
    const digest = hash('sha256', given.secret, 'buffer');
    const entry = this.#entries.get(clientId);
    if (entry && this.#isYounger(entry, this.#ttlMs)) return prove(digest, entry);
    const fetched = this.#fetch(clientId).then((fresh) => prove(digest, fresh));
    // A wrong secret may be a new one: only directory can tell.
    const known = entry && this.#isYounger(entry, this.#graceMs) ? prove(digest, entry) : null;
    return known ? orKnown(fetched, () => (this.#entries.get(clientId) === entry ? known : null)) : fetched;
  }

  /** Forgets what is known of a client, or of all, look-ups that run included: the next request asks anew. */
  forget(clientId?: string): void {
    if (clientId === undefined) {
      this.#entries.clear();
      this.#flights.clear();
    } else {
      this.#entries.delete(clientId);
      this.#flights.delete(clientId);
    }
  }

  #isYounger({ askedAt }: Entry, ms: number): boolean {
    const age = this.#clock.now() - askedAt;
    // A clock that was set back must not prolong it.
    return age >= 0 && age < ms;
  }

  #fetch(clientId: string): Promise<Entry> {
    const running = this.#flights.get(clientId);
    if (running) return running;
    const flight: Promise<Entry> = this.#ask(clientId).then(
      (entry) => {
        if (this.#land(clientId, flight)) this.#entries.set(clientId, entry);
        return entry;
      },
      (error: unknown) => {
        this.#land(clientId, flight);
        throw error;
      },
    );
    this.#flights.set(clientId, flight);
    return flight;
  }

  async #ask(clientId: string): Promise<Entry> {
    const askedAt = this.#clock.now();
    return entryOf(await this.#lookUp(clientId), askedAt);
  }

  /** Ends a look-up. False when it was forgotten on its way: its answer may be older than what it was forgotten for. */
  #land(clientId: string, flight: Promise<Entry>): boolean {
    return this.#flights.get(clientId) === flight && this.#flights.delete(clientId);
  }
}

/** What is asked for, unless that fails or is late: then what is known, if it still is. */
function orKnown(asked: Promise<Identity | null>, known: () => Identity | null): Promise<Identity | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const identity = known();
      if (identity) resolve(identity);
    }, PATIENCE_MS);
    asked.then(resolve, (error: unknown) => {
      const identity = known();
      if (identity) resolve(identity);
      else reject(error);
    });
    asked.catch(() => undefined).finally(() => clearTimeout(timer));
  });
}

/** How long requests of a known client wait for an answer that is due. */
const PATIENCE_MS = 1_000;

interface Entry {
  /** Null when no secret gets in: an unknown client, an inactive integration. */
  readonly identity: Identity | null;
  /** At least two, dummies among them, so that all comparisons cost the same. */
  readonly secretHashes: readonly Uint8Array[];
  readonly askedAt: number;
}

/** No client id is longer; what is must not fill the memory. */
const CLIENT_ID_CHARACTERS_AT_MOST = 255;
const HASH_BYTES = 32;
const DUMMY_HASH = new Uint8Array(HASH_BYTES);

function entryOf(credentials: Credentials | null, askedAt: number): Entry {
  const secretHashes = (credentials?.secretHashes ?? []).filter(({ length }) => length === HASH_BYTES);
  const identity = credentials?.active && secretHashes.length > 0 ? identityOf(credentials) : null;
  while (secretHashes.length < 2) secretHashes.push(DUMMY_HASH);
  return { identity, secretHashes, askedAt };
}

function identityOf({ integrationId, institutionId, createdBy }: Credentials): Identity {
  return Object.freeze({ integrationId, institutionId, createdBy });
}

function prove(digest: Uint8Array, { secretHashes, identity }: Entry): Identity | null {
  return isAnyOf(digest, secretHashes) ? identity : null;
}

/** Compares with all of them, the matching one found or not. */
function isAnyOf(digest: Uint8Array, hashes: readonly Uint8Array[]): boolean {
  let found = false;
  for (const each of hashes) found = timingSafeEqual(digest, each) || found;
  return found;
}
