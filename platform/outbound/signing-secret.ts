import type { Ids } from '../core/ids.ts';

/** A new secret for an endpoint, as receivers configure it: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(ids: Ids): string {
  return `whsec_${Buffer.from(ids.newSecret(), 'base64url').toString('base64')}`;
}
