import { timingSafeEqual } from 'node:crypto';
import type { CalendarActor, IntegrationActor } from '../../platform/core/actor.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';

/** The integration, or the calendar feed, that a request comes from, and directory's signed word for it, which calls to services bear. */
export interface Identity {
  readonly actor: IntegrationActor | CalendarActor;
  readonly token: string;
  /** The integration or feed in one word: what limits are counted by. */
  readonly client: string;
  /** Whose shares of places, memory and turns its requests take. */
  readonly tenant: Tenant;
}

/** What directory says of a client and a secret. */
export interface Answer {
  /** Null when the secret is none of the client's. */
  readonly identity: Identity | null;
  /** How the SHA-256 of each live secret begins; empty when no secret gets in: an unknown client, an inactive integration. */
  readonly liveSecrets: readonly Uint8Array[];
}

/** What is remembered of a client: never a secret. */
export interface KnownClient extends Answer {
  /** SHA-256 of the secrets that directory has found right. */
  readonly proven: readonly Buffer[];
  /** In epoch milliseconds. */
  readonly fetchedAt: number;
}

/** What an answer makes known. @param before what was known until then: its secrets are right as long as they are live */
export function learn(
  { identity, liveSecrets }: Answer,
  { digest, fetchedAt, before }: { digest: Buffer; fetchedAt: number; before: KnownClient | undefined },
): KnownClient {
  if (!identity) return { identity, liveSecrets, proven: [], fetchedAt };
  const proven = (before?.proven ?? []).filter((each) => isLive(each, liveSecrets) && !each.equals(digest));
  return { identity, liveSecrets, proven: [...proven, digest], fetchedAt };
}

/** Whether a client's secret is right, as far as that is known: null when it is wrong, undefined when only directory can tell. */
export function prove(digest: Uint8Array, { identity, proven, liveSecrets }: KnownClient): Identity | null | undefined {
  if (identity && isAnyOf(digest, proven)) return identity;
  return isLive(digest, liveSecrets) ? undefined : null;
}

/** Whether a secret may be one of the live ones. */
export function isLive(digest: Uint8Array, liveSecrets: readonly Uint8Array[]): boolean {
  return isAnyOf(hintOf(digest), liveSecrets);
}

/** What of a secret's hash tells it from others. */
export function hintOf(digest: Uint8Array): Uint8Array {
  return digest.subarray(0, HINT_BYTES);
}

/** Compares with two at least, the matching one found or not, so that all comparisons cost the same. */
function isAnyOf(digest: Uint8Array, others: readonly Uint8Array[]): boolean {
  let found = false;
  for (let index = 0; index < Math.max(2, others.length); index++) {
    const other = others[index];
    const isComparable = other?.length === digest.length;
    found = (timingSafeEqual(digest, isComparable ? other : digest) && isComparable) || found;
  }
  return found;
}

/** As many as directory gives of each live secret. */
const HINT_BYTES = 8;
