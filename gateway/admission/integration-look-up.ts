import { readGrant } from '../../platform/core/grant-message.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { type AnonymousCallerOptions, anonymousCaller } from './anonymous-caller.ts';
import type { AuthenticatorOptions } from './authenticator.ts';

/** Asks identity which integration, or which directory sync, has a client id and secret. */
export function integrationLookUp(
  options: AnonymousCallerOptions,
  { isDirectorySync }: { readonly isDirectorySync: boolean },
): AuthenticatorOptions['lookUp'] {
  return async (clientId, secret) => {
    const call = anonymousCaller(options);
    const answer = await call(IntegrationService.method.authenticateIntegration, { clientId, secret, isDirectorySync });
    const { liveSecrets, identity, owner } = answer;
    if (!identity) return { owner, identity: null, liveSecrets };
    const { integrationId, institutionId, createdBy = null, token, movedTo, grant } = identity;
    const actor = Object.freeze({
      kind: 'integration',
      institutionId,
      integrationId,
      createdBy,
      grant: readGrant(grant),
    } as const);
    const client = `${institutionId}/${integrationId}`;
    return { owner, identity: Object.freeze({ actor, token, client, tenant: actor, movedTo }), liveSecrets };
  };
}
