import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type Clock, isYounger } from '../../platform/core/clock.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import {
  type Answer,
  type Identity,
  type KnownClient,
  learn,
  type Owner,
  prove,
  withSecretHint,
} from './known-client.ts';

export interface AuthenticatorOptions {
  /** Parses the credentials presented; null for text that cannot be credentials, which then costs no look-up. */
  readonly read: (shown: string) => BasicCredentials | null;
  /** Looks up a client id and a secret in identity. */
  readonly lookUp: (clientId: string, secret: string) => Promise<Answer>;
  readonly clock: Clock;
  /** How long an answer of `lookUp` is valid, in milliseconds. */
  readonly ttlMs?: number;
  /** How long a success may be used while `lookUp` fails or is slow, in milliseconds from the answer it is based on. */
  readonly graceMs?: number;
  /** How many clients with a right secret are cached. */
  readonly maxEntries?: number;
  /** How many ids are cached separately that are unknown or came with a wrong secret. */
  readonly maxRefused?: number;
}

/** Credentials that were right, and the client record they were checked against. */
interface Proof {
  readonly client: KnownClient;
  readonly clientId: string;
  readonly identity: Identity;
}

/**
 * Identifies the client that sends a request (decisions 3.5). Unknown client, inactive integration and wrong secret
 * take the same path and the same time. Caches client ids and hashes, never a secret or a header. Rejected ids have a
 * cache of their own, so that a flood of them evicts no known client. A header that was right is recognised by its hash
 * while its client's cached record is unchanged.
 */
export class Authenticator {
  readonly #read: AuthenticatorOptions['read'];
  readonly #lookUp: AuthenticatorOptions['lookUp'];
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #graceMs: number;
  readonly #known: LRUCache<string, KnownClient>;
  readonly #refused: LRUCache<string, KnownClient>;
  /** By client id. An announced change drops what is cached of a client, but not whose it is. */
  readonly #owners: LRUCache<string, Owner>;
  /** By the SHA-256 of the header: hashing it is faster than parsing it and hashing its secret. */
  readonly #proofs: LRUCache<string, Proof>;
  /** Look-ups in flight, so that requests of one client share one. */
  readonly #pending = new Map<string, Promise<KnownClient>>();

  constructor(options: AuthenticatorOptions) {
    const { read, lookUp, clock, ttlMs = 5000, graceMs = ttlMs, maxEntries = 10_000, maxRefused = 2_000 } = options;
    this.#read = read;
    this.#lookUp = lookUp;
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#graceMs = graceMs;
    this.#known = new LRUCache({ max: maxEntries });
    this.#refused = new LRUCache({ max: maxRefused });
    this.#owners = new LRUCache({ max: maxEntries });
    this.#proofs = new LRUCache({ max: maxEntries });
  }

  /**
   * Returns the integration that an Authorization header proves, or null. Answers immediately when the client is
   * cached, or when the id cannot exist. When a refresh is due but fails, a right secret stays valid for the grace
   * period.
   * @throws whatever `lookUp` throws; the cache is unchanged then.
   */
  authenticate(header: string | undefined): Identity | null | Promise<Identity | null> {
    if (header === undefined) return null;
    const headerHash = hash('sha256', header, 'base64');
    const proof = this.#proofs.get(headerHash);
    if (proof && this.#known.get(proof.clientId) === proof.client && this.#isYounger(proof.client, this.#ttlMs)) {
      return proof.identity;
    }
    const credentials = this.#read(header);
    if (!credentials) return null;
    const { clientId } = credentials;
    const digest = hash('sha256', credentials.secret, 'buffer');
    const client = this.#known.get(clientId);
    const recalled = this.#recall(clientId, client, digest);
    if (recalled) {
      const identity = withSecretHint(recalled, digest);
      if (client) this.#proofs.set(headerHash, { client, clientId, identity });
      return identity;
    }
    if (recalled === null) return null;
    const verified = this.#verify(credentials, digest).then((found) => found && withSecretHint(found, digest));
    // A wrong secret may be a new one: only identity knows.
    const known = client && this.#isYounger(client, this.#graceMs) ? prove(digest, client) : null;
    return known ? withFallback(verified, () => (this.#known.get(clientId) === client ? known : null)) : verified;
  }

  /**
   * The integration whose client id an Authorization header names, if it was asked for lately; its secret may be wrong.
   */
  ownerOf(header: string | undefined): Owner | undefined {
    const credentials = header === undefined ? null : this.#read(header);
    if (!credentials) return undefined;
    return this.#owners.get(credentials.clientId);
  }

  /** Drops a client, or all, from the cache, look-ups in flight included: the next request asks identity again. */
  forget(clientId?: string): void {
    if (clientId === undefined) {
      for (const all of [this.#known, this.#refused, this.#proofs, this.#pending]) all.clear();
    } else {
      for (const all of [this.#known, this.#refused, this.#pending]) all.delete(clientId);
    }
  }

  /** The cached answer; undefined when identity must be asked. */
  #recall(clientId: string, client: KnownClient | undefined, digest: Uint8Array): Identity | null | undefined {
    const known = client && this.#isYounger(client, this.#ttlMs) ? prove(digest, client) : null;
    if (known !== null) return known;
    // A secret that a known client did not have a moment ago may be its new one. Once identity was asked, its answer
    // holds for all secrets of the client.
    const refused = this.#refused.get(clientId);
    return refused && this.#isYounger(refused, this.#ttlMs) ? prove(digest, refused) : undefined;
  }

  #isYounger({ fetchedAt }: KnownClient, ms: number): boolean {
    return isYounger(fetchedAt, this.#clock.now(), ms);
  }

  async #verify(credentials: BasicCredentials, digest: Buffer): Promise<Identity | null> {
    for (;;) {
      const running = this.#pending.get(credentials.clientId);
      const proof = prove(digest, await (running ?? this.#fetch(credentials, digest)));
      // A look-up for another of the client's secrets may not decide about this one.
      if (proof !== undefined || !running) return proof ?? null;
    }
  }

  #fetch(credentials: BasicCredentials, digest: Buffer): Promise<KnownClient> {
    const { clientId } = credentials;
    const pending: Promise<KnownClient> = this.#learn(credentials, digest).then(
      (client) => {
        // Without an owner (`undefined`), this removes the entry.
        this.#owners.set(clientId, client.owner);
        if (this.#settle(clientId, pending)) this.#remember(clientId, client);
        return client;
      },
      (error: unknown) => {
        this.#settle(clientId, pending);
        throw error;
      },
    );
    this.#pending.set(clientId, pending);
    return pending;
  }

  async #learn({ clientId, secret }: BasicCredentials, digest: Buffer): Promise<KnownClient> {
    const fetchedAt = this.#clock.now();
    const answer = await this.#lookUp(clientId, secret);
    return learn(answer, { digest, fetchedAt, before: this.#known.get(clientId) });
  }

  #remember(clientId: string, client: KnownClient): void {
    if (client.identity) {
      this.#refused.delete(clientId);
      this.#known.set(clientId, client);
      return;
    }
    this.#refused.set(clientId, client);
    // A wrong secret proves nothing about the right one, unless the client's secrets have changed.
    const known = this.#known.get(clientId);
    if (known && !isDeepStrictEqual(known.liveSecrets, client.liveSecrets)) this.#known.delete(clientId);
  }

  /**
   * Ends a look-up. False when it was dropped meanwhile: its answer may be older than the change it was dropped for.
   */
  #settle(clientId: string, pending: Promise<KnownClient>): boolean {
    return this.#pending.get(clientId) === pending && this.#pending.delete(clientId);
  }
}

/** The result of the look-up; the cached identity, if still valid, when the look-up fails or is late. */
function withFallback(verified: Promise<Identity | null>, known: () => Identity | null): Promise<Identity | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const identity = known();
      if (identity) resolve(identity);
    }, TIMEOUT_MS);
    verified.then(resolve, (error: unknown) => {
      const identity = known();
      if (identity) resolve(identity);
      else reject(error);
    });
    verified.catch(() => undefined).finally(() => clearTimeout(timer));
  });
}

/** How long requests of a known client wait for a refresh. */
const TIMEOUT_MS = 1_000;
