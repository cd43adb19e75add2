import { createHash } from 'node:crypto';
import type { Answer, Identity } from '../../gateway/admission/known-client.ts';
import { FULL } from '../../platform/core/grant.ts';

export const CLIENT = 'lyceum-client-000000001';
export const OTHER = 'lyceum-client-000000002';
export const UNKNOWN = 'lyceum-client-000000003';

/** The identity of {@link CLIENT}. */
export const OWN: Identity = {
  actor: {
    kind: 'integration',
    integrationId: 'integration-1',
    institutionId: 'institution-1',
    createdBy: 'user-1',
    grant: FULL,
  },
  token: 'signed',
  client: 'institution-1/integration-1',
  tenant: { integrationId: 'integration-1', institutionId: 'institution-1' },
};

/** Identity's answer when a client that has these secrets presents one. */
export function answerTo(secret: string, secrets: readonly string[] = ['right'], identity: Identity = OWN): Answer {
  const liveSecrets = secrets.map((each) => sha256(each).subarray(0, 8));
  return { identity: secrets.includes(secret) ? identity : null, liveSecrets };
}

/** The answer for no client: an unknown one, or one that has ended. */
export const NOBODY: Answer = { identity: null, liveSecrets: [] };

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The Authorization header for a client id and a secret. */
export function header(clientId: string, secret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
}
