import { hash, timingSafeEqual } from 'node:crypto';
import { fromInstantText } from '../../../platform/core/instant.ts';

/** The stored form of a client secret: SHA-256 of its UTF-8 bytes. The secret is 256 random bits, so a slow hash would add nothing. */
export function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/**
 * Whether a secret is one of the live ones. Always compares with at least two hashes, and never stops early, so that every check takes the same time.
 */
export function isLive(secretHash: Uint8Array, live: readonly Uint8Array[]): boolean {
  let found = false;
  for (const each of [...live, ...DUMMY_HASHES].slice(0, Math.max(2, live.length)))
    found = (each.length === secretHash.length && timingSafeEqual(secretHash, each)) || found;
  return found;
}

/** A prefix of the hash that may be shared: enough to recognise a wrong secret, not enough to prove a right one. */
export function hintOf(secretHash: Uint8Array): Uint8Array {
  return new Uint8Array(secretHash.subarray(0, HINT_BYTES));
}

const HINT_BYTES = 8;
/** Hashes that no known secret has. */
const DUMMY_HASHES: readonly Uint8Array[] = [new Uint8Array(32), new Uint8Array(32)];

/** The secrets of an integration as stored: one, or two during a rotation. Instants are text. */
export interface Secrets {
  /** The oldest first. */
  readonly secretHashes: readonly Uint8Array[];
  /** When the newest was created. */
  readonly secretCreatedAt: string;
  readonly formerSecretCreatedAt: string | null;
  /** When the former one ends by itself; null if it is valid until the next rotation. */
  readonly formerSecretExpiresAt: string | null;
}

/** The secrets after adding one: at most two, so that the older of two ends. @param expiresAt when the former one ends by itself */
export function rotated(
  { secretHashes, secretCreatedAt }: Secrets,
  added: { readonly hash: Uint8Array; readonly at: string; readonly expiresAt: string | null },
): Secrets {
  return {
    secretHashes: [...secretHashes.slice(-1), added.hash],
    secretCreatedAt: added.at,
    formerSecretCreatedAt: secretCreatedAt,
    formerSecretExpiresAt: added.expiresAt,
  };
}

/** The secrets after ending the former one. */
export function withoutFormer({ secretHashes, secretCreatedAt }: Secrets): Secrets {
  return {
    secretHashes: secretHashes.slice(-1),
    secretCreatedAt,
    formerSecretCreatedAt: null,
    formerSecretExpiresAt: null,
  };
}

/** One of the live secrets. */
export interface LiveSecret {
  readonly hash: Uint8Array;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** The secrets that have not ended. @param now epoch milliseconds */
export function liveSecrets(secrets: Secrets, now: number): LiveSecret[] {
  const { secretHashes, secretCreatedAt, formerSecretCreatedAt, formerSecretExpiresAt: expiresAt } = secrets;
  const hasEnded = expiresAt !== null && fromInstantText(expiresAt) <= now;
  return secretHashes.flatMap((hash, index): LiveSecret[] => {
    if (index === secretHashes.length - 1) return [{ hash, createdAt: secretCreatedAt, expiresAt: null }];
    return hasEnded ? [] : [{ hash, createdAt: formerSecretCreatedAt ?? secretCreatedAt, expiresAt }];
  });
}
