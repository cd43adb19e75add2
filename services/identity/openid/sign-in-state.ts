import type { OpenIdTrialResult } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { SealedText } from './sealed-text.ts';

/** What identity must know of a sign-in when the browser comes back. */
export interface SignInState {
  readonly institutionId: string;
  /** The administrator who only tries the provider; absent for a sign-in. */
  readonly trialOf?: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

export const signInStates = new SealedText<SignInState>('the state of a sign-in');

/** What a try has shown, for the administrator who has tried. */
export interface TrialResult extends Omit<OpenIdTrialResult, '$typeName' | '$unknown'> {
  readonly institutionId: string;
  readonly trialOf: string;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

export const trialResults = new SealedText<TrialResult>('what a try of a provider has shown');

/** How long either is valid. */
export const SIGN_IN_MS = 10 * 60_000;
