import { hash, timingSafeEqual } from 'node:crypto';

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

/** The live hashes after adding a secret: at most two, so that the older of two ends. */
export function liveAfterRotation(live: readonly Uint8Array[], added: Uint8Array): Uint8Array[] {
  return [...live.slice(-1), added];
}
