import { hash } from 'node:crypto';

/** What is kept of a client secret: SHA-256 of its UTF-8 bytes. The secret is 256 random bits, for which a slow hash would gain nothing. */
export function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/** The hashes that are live once a new secret is added: at most two, so that the oldest of two ends. */
export function liveAfterRotation(live: readonly Uint8Array[], added: Uint8Array): Uint8Array[] {
  return [...live.slice(-1), added];
}
