import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { RelyingParty } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { userHandle } from '../domain/passkeys.ts';
import type { PasskeyRow } from '../store/passkeys.ts';

/** Loaded at its first use: it takes a quarter of a second, and 30 MB. */
const library = () => import('@simplewebauthn/server');

/**
 * EdDSA, ES256 and RS256 (COSE). Named, because the library would otherwise try one that Node warns of as experimental.
 */
const ALGORITHMS = [-8, -7, -257];

/** A browser's answer to a challenge. */
export interface Answer<T> {
  /** The challenge that it names; null if it names none. */
  readonly challenge: string | null;
  /** The proof in the answer, provided that the challenge was ours; null if it proves nothing. */
  readonly proof: T | null;
  /** Why it proves nothing, for the log. */
  readonly fault?: unknown;
}

/** The options with which a browser creates a passkey, as JSON. */
export async function creationOptions({
  relyingParty: { id: rpID },
  user: { id, email, name },
  existing,
  challenge,
}: {
  readonly relyingParty: RelyingParty;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly existing: readonly Pick<PasskeyRow, 'credentialId'>[];
  /** 32 bytes in base64url. */
  readonly challenge: string;
}): Promise<string> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Lyceum',
    rpID,
    userID: userHandle(id),
    userName: email,
    userDisplayName: name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ credentialId }) => ({ id: textOf(credentialId) })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  });
  return JSON.stringify(options);
}

/** The options with which a browser finds a passkey, as JSON. @param challenge 32 bytes in base64url */
export async function requestOptions({ id: rpID }: RelyingParty, challenge: string): Promise<string> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    userVerification: 'required',
  });
  return JSON.stringify(options);
}

/** Verifies a new passkey. @param credential JSON from a browser, which may be anything */
export function verifyNewPasskey(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  credential: string,
): Promise<Answer<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'>>> {
  return answered(async (expectedChallenge) => {
    const { verifyRegistrationResponse } = await library();
    const response = JSON.parse(credential) as RegistrationResponseJSON;
    const expected = {
      ...{ expectedChallenge, expectedOrigin, expectedRPID },
      ...{ requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    };
    const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected });
    if (!registrationInfo) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: bytesOf(id), publicKey, counter };
  });
}

/** Verifies a sign-in with a passkey; it proves the new count of the authenticator. */
export function verifyPasskey(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  response: AuthenticationResponseJSON,
  { userId, credentialId, publicKey, counter }: PasskeyRow,
): Promise<Answer<Pick<PasskeyRow, 'counter'>>> {
  return answered(async (expectedChallenge) => {
    const { verifyAuthenticationResponse } = await library();
    const credential = { id: textOf(credentialId), publicKey: Uint8Array.from(publicKey), counter };
    const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({ response, credential, ...expected });
    const isOwner = response.response.userHandle === textOf(userHandle(userId));
    return verified && isOwner ? { counter: authenticationInfo.newCounter } : null;
  });
}

/** A browser's credential with its id; null if the value is not a credential. */
export function readCredential(
  text: string,
): { readonly id: Uint8Array; readonly response: AuthenticationResponseJSON } | null {
  try {
    const response = JSON.parse(text) as AuthenticationResponseJSON;
    return { id: bytesOf(response.id), response };
  } catch {
    return null;
  }
}

/** The library throws whatever is wrong with an answer. */
async function answered<T>(
  verify: (expectedChallenge: (shown: string) => boolean) => Promise<T | null>,
): Promise<Answer<T>> {
  let challenge: string | null = null;
  try {
    const proof = await verify((shown) => {
      challenge = shown;
      return true;
    });
    return { challenge, proof };
  } catch (fault) {
    return { challenge, proof: null, fault };
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}
