import { hash, timingSafeEqual } from 'node:crypto';

/** What is kept of a client secret: SHA-256 of its UTF-8 bytes. The secret is 256 random bits, for which a slow hash would gain nothing. */
export function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/** Whether a secret is one of the live ones. Compares with two at least, the matching one found or not, so that all answers take the same time. */
export function isLive(secretHash: Uint8Array, live: readonly Uint8Array[]): boolean {
  let found = false;
  for (const each of [...live, ...NOBODYS].slice(0, Math.max(2, live.length)))
    found = (each.length === secretHash.length && timingSafeEqual(secretHash, each)) || found;
  return found;
}

/** What others may know of a live secret: enough to tell a wrong one, and nothing that proves it. */
export function hintOf(secretHash: Uint8Array): Uint8Array {
  return new Uint8Array(secretHash.subarray(0, HINT_BYTES));
}

const HINT_BYTES = 8;
/** No secret is known that has this hash. */
const NOBODYS: readonly Uint8Array[] = [new Uint8Array(32), new Uint8Array(32)];

/** The hashes that are live once a new secret is added: at most two, so that the oldest of two ends. */
export function liveAfterRotation(live: readonly Uint8Array[], added: Uint8Array): Uint8Array[] {
  return [...live.slice(-1), added];
}
