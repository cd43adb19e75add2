import { timingSafeEqual } from 'node:crypto';
import type { FeedActor, IntegrationActor } from '../../platform/core/actor.ts';
import type { Tenant } from './fair-queue.ts';

/**
 * The integration or calendar feed that a request comes from, and the token, signed by identity, that calls to
 * services carry.
 */
export interface Identity {
  readonly actor: IntegrationActor | FeedActor;
  readonly token: string;
  /** The integration, or all of its feeds together, as one key: limits count by it. */
  readonly client: string;
  /** The tenant whose shares of slots, memory and queues its requests take. */
  readonly tenant: Tenant;
  /** The base address of the installation that its institution has moved to. */
  readonly movedTo?: string | undefined;
  /** Which of the client's secrets was right: the first bytes of its hash, in hexadecimal. */
  readonly secretHint?: string;
}

/** The identity, with the secret that has proven it. */
export function withSecretHint(identity: Identity, digest: Buffer): Identity {
  return { ...identity, secretHint: digest.toString('hex', 0, HINT_BYTES) };
}

/** The owner of a client id, regardless of the secret. */
export type Owner = Pick<IntegrationActor, 'institutionId' | 'integrationId'>;

/** Identity's answer for a client id and a secret. */
export interface Answer {
  /** Undefined for an unknown client, and for the token of a calendar feed. */
  readonly owner?: Owner | undefined;
  /** Null when the secret is not one of the client's. */
  readonly identity: Identity | null;
  /**
   * The first bytes of the SHA-256 of each live secret; empty when no secret is accepted: an unknown client, an
   * inactive integration.
   */
  readonly liveSecrets: readonly Uint8Array[];
}

/** The cached record of a client; it never contains a secret. */
export interface KnownClient extends Answer {
  /** SHA-256 of the secrets that identity has accepted. */
  readonly proven: readonly Buffer[];
  /** In epoch milliseconds. */
  readonly fetchedAt: number;
}

/**
 * Builds the record to cache from an answer.
 * @param before the former record: its proven secrets stay while they are live
 */
export function learn(
  { identity, liveSecrets, owner }: Answer,
  { digest, fetchedAt, before }: { digest: Buffer; fetchedAt: number; before: KnownClient | undefined },
): KnownClient {
  if (!identity) return { owner, identity, liveSecrets, proven: [], fetchedAt };
  const proven = (before?.proven ?? []).filter((each) => isLive(each, liveSecrets) && !each.equals(digest));
  return { owner, identity, liveSecrets, proven: [...proven, digest], fetchedAt };
}

/**
 * Whether a client's secret is right according to the cache: null when it is wrong, undefined when only identity
 * knows.
 */
export function prove(digest: Uint8Array, { identity, proven, liveSecrets }: KnownClient): Identity | null | undefined {
  if (identity && isAnyOf(digest, proven)) return identity;
  return isLive(digest, liveSecrets) ? undefined : null;
}

/** Whether a secret may be one of the live ones. */
function isLive(digest: Uint8Array, liveSecrets: readonly Uint8Array[]): boolean {
  return isAnyOf(hintOf(digest), liveSecrets);
}

/** The part of a secret's hash that distinguishes it from others. */
export function hintOf(digest: Uint8Array): Uint8Array {
  return digest.subarray(0, HINT_BYTES);
}

/**
 * Makes as many comparisons as a client may have secrets, whether or not one matches, so that every check takes the
 * same time.
 */
function isAnyOf(digest: Uint8Array, others: readonly Uint8Array[]): boolean {
  let found = false;
  for (let index = 0; index < Math.max(MAX_LIVE, others.length); index++) {
    const other = others[index];
    const isComparable = other?.length === digest.length;
    found = (timingSafeEqual(digest, isComparable ? other : digest) && isComparable) || found;
  }
  return found;
}

/** As many as an integration may have. */
const MAX_LIVE = 3;
/** As many bytes as identity returns for each live secret. */
const HINT_BYTES = 8;
