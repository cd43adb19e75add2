import { toInstantText } from '../../../platform/core/instant.ts';
import { refuse } from '../domain/refusals.ts';

/** When a challenge made now expires. @param now epoch milliseconds */
export function challengeExpiry(now: number): string {
  return toInstantText(now + CHALLENGE_MS);
}

/** Refuses one passkey more than an administrator may have: PASSKEYS_EXHAUSTED. */
export function requireRoomFor(existing: readonly unknown[]): void {
  if (existing.length >= MAX_PASSKEYS) refuse('PASSKEYS_EXHAUSTED');
}

/** The user handle that an authenticator stores: the user's id, in 16 bytes. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
