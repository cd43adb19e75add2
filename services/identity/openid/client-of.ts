import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';
import type { Client } from './openid-client.ts';

/** The console as the client of a stored provider. */
export function clientOf(
  { issuer, clientId, confirmsAddresses, institutionId, ...secret }: OpenIdProviderRow,
  keys: KeyRing,
): Client {
  return { issuer, clientId, confirmsAddresses, clientSecret: keys.open(secret, institutionId) };
}
