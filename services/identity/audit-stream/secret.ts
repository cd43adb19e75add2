import { refuseField } from '../../../platform/core/errors/refusal.ts';
import type { StreamKind } from '../domain/audit-stream.ts';

/** The stream to which a secret is bound: it decrypts for no other one, even if its row is copied. */
export function ownerOf({ institutionId, id }: { readonly institutionId: string; readonly id: string }): string {
  return `${institutionId}/${id}`;
}

/** Refuses a secret that could not be sent, or could not sign. */
export function requireSecret(kind: StreamKind, secret: string): void {
  const isValid = kind === 'https' ? isSigningSecret(secret) : PRINTABLE.test(secret) && !OF_THE_REQUEST.test(secret);
  if (isValid) return;
  refuseField(
    '/secret',
    'invalid_string',
    'must be a token or a header, or for HTTPS whsec_ and base64 of 24 to 64 bytes',
  );
}

function isSigningSecret(secret: string): boolean {
  const { length } = Buffer.from(secret.slice(PREFIX), 'base64');
  return SIGNING.test(secret) && length >= 24 && length <= 64;
}

const SIGNING = /^whsec_[A-Za-z0-9+/]+={0,2}$/;
const PREFIX = 'whsec_'.length;
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers that the request has itself. */
const OF_THE_REQUEST = /^(?:host|content-[a-z]+|transfer-encoding|connection|expect|upgrade|te|trailer): /i;
