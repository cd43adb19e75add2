import { createHash } from 'node:crypto';
import type { Credentials } from '../authenticator.ts';

export const CLIENT = 'client-0001';
export const OWN = { integrationId: 'integration-1', institutionId: 'institution-1', createdBy: 'user-1' };

/** What directory knows of {@link CLIENT}: that its secret is `right`. */
export function credentials(): Credentials {
  return { ...OWN, active: true, secretHashes: [sha256('right')] };
}

export function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** What a client says of itself. */
export function header(clientId: string, secret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
}
