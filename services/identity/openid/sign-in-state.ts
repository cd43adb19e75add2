import type { KeyRing } from '../../../platform/core/config/key-ring.ts';

/**
 * What identity must know of a sign-in when the browser comes back. It stores nothing: the browser keeps it,
 * encrypted.
 */
export interface SignInState {
  readonly institutionId: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

export function sealState(keys: KeyRing, state: SignInState): string {
  const { keyId, sealed } = keys.seal(JSON.stringify(state), PURPOSE);
  return `${keyId}.${Buffer.from(sealed).toString('base64url')}`;
}

/** Null for a text that is none, or has expired. @param now epoch milliseconds */
export function openState(keys: KeyRing, text: string, now: number): SignInState | null {
  const [keyId = '', sealed = ''] = text.split('.');
  try {
    const state: SignInState = JSON.parse(keys.open({ keyId, sealed: Buffer.from(sealed, 'base64url') }, PURPOSE));
    return now < state.expiresAt ? state : null;
  } catch {
    return null;
  }
}

/** So that what is encrypted for something else is no state. */
const PURPOSE = 'the state of a sign-in';
