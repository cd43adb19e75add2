import { callerOf, type Router } from '../../platform/calls/caller.ts';
import { ANONYMOUS } from '../../platform/core/actor.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import type { Ids } from '../../platform/core/ids.ts';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { AuthenticatorOptions } from './authenticator.ts';

/** Asks directory who has a client's secret; as nobody, for the secret is the proof. */
export function askDirectory(deps: {
  readonly router: Router;
  readonly ids: Ids;
  readonly requestTimeoutMs: number;
}): AuthenticatorOptions['lookUp'] {
  return async (clientId, secret) => {
    const call = callerOf(deps.router, {
      actor: ANONYMOUS,
      requestId: deps.ids.newRequestId(),
      deadline: deadlineAfter(deps.requestTimeoutMs),
    });
    const answer = await call(IntegrationService.method.authenticateIntegration, { clientId, secret });
    const { liveSecrets, identity } = answer;
    if (!identity) return { identity: null, liveSecrets };
    const { integrationId, institutionId, createdBy = null, token } = identity;
    const actor = Object.freeze({ kind: 'integration', institutionId, integrationId, createdBy } as const);
    return { identity: Object.freeze({ actor, token, client: `${institutionId}/${integrationId}` }), liveSecrets };
  };
}
