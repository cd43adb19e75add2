import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { hintBytesOf, isLive, liveSecrets as liveSecretsOf } from '../domain/secrets.ts';
import { findIntegration, type IntegrationRow } from '../store/integrations.ts';

/** The integration with a client's secret, with the signed identity that all services trust. */
export const authenticateIntegration = query(
  IntegrationService.method.authenticateIntegration,
  async (db, { clientId, secret, isDirectorySync }, { runtime, now }) => {
    const found = await findIntegration(db, clientId);
    const integration = found?.isDirectorySync === isDirectorySync ? found : null;
    const live = integration?.isActive ? liveSecretsOf(integration.secrets, now) : [];
    const isMatch = isLive(secret, live);
    const liveSecrets = live.map(hintBytesOf);
    if (!integration) return { liveSecrets };
    const { id: integrationId, institutionId, createdBy } = integration;
    const owner = { integrationId, institutionId };
    if (!isMatch) return { liveSecrets, owner };
    const token = await present(runtime.issuer, 'issuer').issue(actorOf(integration));
    return { identity: { ...owner, createdBy: createdBy ?? undefined, token }, liveSecrets, owner };
  },
);

function actorOf({ id, institutionId, createdBy }: IntegrationRow): IntegrationActor {
  return { kind: 'integration', integrationId: id, institutionId: institutionId, createdBy: createdBy };
}
