import { refuseField } from '../../../platform/core/errors/refusal.ts';
import type { StreamKind } from '../domain/audit-stream.ts';

/** The stream to which a secret is bound: it decrypts for no other one, even if its row is copied. */
export function ownerOf({ institutionId, id }: { readonly institutionId: string; readonly id: string }): string {
  return `${institutionId}/${id}`;
}

/** Refuses a secret that could not be sent, or could not sign. */
export function requireSecret(kind: StreamKind, secret: string): void {
  if (kind === 'https') {
    const bytes = SIGNING.test(secret) ? Buffer.from(secret.slice(PREFIX), 'base64').length : 0;
    if (bytes < 24 || bytes > 64)
      refuseField('/secret', 'invalid_string', 'must be whsec_ and base64 of 24 to 64 bytes');
  } else if (!PRINTABLE.test(secret) || OF_THE_REQUEST.test(secret))
    refuseField('/secret', 'invalid_string', 'must be a token or a header, in printable ASCII');
}

const SIGNING = /^whsec_[A-Za-z0-9+/]+={0,2}$/;
const PREFIX = 'whsec_'.length;
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers that the request has itself. */
const OF_THE_REQUEST = /^(?:host|content-[a-z]+|transfer-encoding|connection|expect|upgrade|te|trailer): /i;
