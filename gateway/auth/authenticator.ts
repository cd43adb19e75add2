import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/core/clock.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import { type Answer, type Identity, isLive, type KnownClient, learn, prove } from './known-client.ts';

export interface AuthenticatorOptions {
  /** Reads what is shown as a proof; null for what cannot be one, which costs no look-up. */
  readonly read: (shown: string) => BasicCredentials | null;
  /** Asks directory who has a client's secret. */
  readonly lookUp: (clientId: string, secret: string) => Promise<Answer>;
  readonly clock: Clock;
  /** How long an answer of `lookUp` is relied on, in milliseconds. */
  readonly ttlMs?: number;
  /** How long a success may be relied on, when `lookUp` fails or takes its time; in milliseconds, from the answer that it rests on. */
  readonly graceMs?: number;
  /** How many clients are remembered that have shown a right secret. */
  readonly maxEntries?: number;
  /** How many ids are remembered beside them, for which a secret was wrong, or that nobody has. */
  readonly maxRefused?: number;
}

/** What was shown and was right, and what it was right by. */
interface Proof {
  readonly client: KnownClient;
  readonly clientId: string;
  readonly identity: Identity;
}

/**
 * Tells who sends a request (spec: Authentication; decisions 3.5). Unknown client, inactive integration and wrong secret take the same
 * path and the same time. Remembers client ids and hashes, never a secret or a header; ids that were refused apart from those that were not, so
 * that no flood of them makes a client forgotten. A header that was right is known again by its hash, as long as what is known of its client is
 * what it was right by.
 */
export class Authenticator {
  readonly #read: AuthenticatorOptions['read'];
  readonly #lookUp: AuthenticatorOptions['lookUp'];
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #graceMs: number;
  readonly #known: LRUCache<string, KnownClient>;
  readonly #refused: LRUCache<string, KnownClient>;
  /** By the SHA-256 of the header: that and the look-up take 0.7 µs, parsing it and hashing its secret 3.5 µs (Node 24). */
  readonly #proofs: LRUCache<string, Proof>;
  /** Look-ups that run, so that requests of one client share one. */
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
    this.#proofs = new LRUCache({ max: maxEntries });
  }

  /**
   * The integration that an Authorization header proves, or null: at once when its client is remembered, or its id can be nobody's. Where that is
   * due to be asked again and cannot be, a secret that was right stays so for the time of grace.
   * @throws whatever `lookUp` throws; nothing new is remembered then.
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
    if (recalled && client) this.#proofs.set(headerHash, { client, clientId, identity: recalled });
    if (recalled !== undefined) return recalled;
    const verified = this.#verify(credentials, digest);
    // A wrong secret may be a new one: only directory can tell.
    const known = client && this.#isYounger(client, this.#graceMs) ? prove(digest, client) : null;
    return known ? orKnown(verified, () => (this.#known.get(clientId) === client ? known : null)) : verified;
  }

  /** Forgets what is known of a client, or of all, look-ups that run included: the next request asks anew. */
  forget(clientId?: string): void {
    if (clientId === undefined) {
      for (const all of [this.#known, this.#refused, this.#proofs, this.#pending]) all.clear();
    } else {
      for (const all of [this.#known, this.#refused, this.#pending]) all.delete(clientId);
    }
  }

  /** What was answered a moment ago; undefined when directory must be asked. */
  #recall(clientId: string, client: KnownClient | undefined, digest: Uint8Array): Identity | null | undefined {
    if (client && this.#isYounger(client, this.#ttlMs)) return prove(digest, client);
    const refused = this.#refused.get(clientId);
    return refused && this.#isYounger(refused, this.#ttlMs) ? prove(digest, refused) : undefined;
  }

  #isYounger({ fetchedAt }: KnownClient, ms: number): boolean {
    const age = this.#clock.now() - fetchedAt;
    // A clock that was set back must not prolong it.
    return age >= 0 && age < ms;
  }

  async #verify(credentials: BasicCredentials, digest: Buffer): Promise<Identity | null> {
    for (;;) {
      const running = this.#pending.get(credentials.clientId);
      const proof = prove(digest, await (running ?? this.#fetch(credentials, digest)));
      // What was asked of another of the client's secrets may leave this one open.
      if (proof !== undefined || !running) return proof ?? null;
    }
  }

  #fetch(credentials: BasicCredentials, digest: Buffer): Promise<KnownClient> {
    const { clientId } = credentials;
    const pending: Promise<KnownClient> = this.#learn(credentials, digest).then(
      (client) => {
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
    // A wrong secret says nothing of the right one, unless that has ended.
    const proven = this.#known.get(clientId)?.proven ?? [];
    if (!proven.every((digest) => isLive(digest, client.liveSecrets))) this.#known.delete(clientId);
  }

  /** Ends a look-up. False when it was forgotten on its way: its answer may be older than what it was forgotten for. */
  #settle(clientId: string, pending: Promise<KnownClient>): boolean {
    return this.#pending.get(clientId) === pending && this.#pending.delete(clientId);
  }
}

/** What is asked for, unless that fails or is late: then what is known, if it still is. */
function orKnown(verified: Promise<Identity | null>, known: () => Identity | null): Promise<Identity | null> {
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

/** How long requests of a known client wait for an answer that is due. */
const TIMEOUT_MS = 1_000;
