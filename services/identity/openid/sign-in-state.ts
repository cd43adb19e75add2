import type { MessageInitShape } from '@bufbuild/protobuf';
import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import type { OpenIdTrialResultSchema } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { SealedText } from '../sign-in/sealed-text.ts';

/** Values that are sealed for ten minutes. */
class SealedState<T> {
  readonly #text: SealedText;

  constructor(purpose: string) {
    this.#text = new SealedText(purpose);
  }

  seal(keys: KeyRing, state: T, now: number): string {
    return this.#text.seal(keys, JSON.stringify({ ...state, expiresAt: now + SIGN_IN_MS }));
  }

  /** Null for an invalid or expired token. @param now epoch milliseconds */
  open(keys: KeyRing, token: string, now: number): T | null {
    const state = JSON.parse(this.#text.open(keys, token) ?? 'null');
    return state && now < state.expiresAt ? state : null;
  }
}

/** The state of a sign-in that identity needs when the browser returns. */
export interface SignInState {
  readonly institutionId: string;
  /** The administrator who only tries the provider; absent for a sign-in. */
  readonly trialOf?: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

export const signInStates = new SealedState<SignInState>('the state of a sign-in');

/** The result of a trial sign-in, for the administrator who tried. */
type TrialResult = Required<Pick<SignInState, 'institutionId' | 'trialOf'>> &
  MessageInitShape<typeof OpenIdTrialResultSchema>;

export const trialResults = new SealedState<TrialResult>('what a try of a provider has shown');

const SIGN_IN_MS = 10 * 60_000;
