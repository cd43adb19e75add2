import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { hashSecret, hintOf, isLive, liveSecrets as liveSecretsOf } from '../domain/secrets.ts';
import { findIntegration, type IntegrationRow } from '../store/integrations.ts';

/** The integration with a client's secret (spec: Authentication), with the signed identity that all services trust. */
export const authenticateIntegration = query(
  IntegrationService.method.authenticateIntegration,
  async (db, { clientId, secret }, { runtime, now }) => {
    const integration = await findIntegration(db, clientId);
    const live = integration?.isActive ? liveSecretsOf(integration, now).map(({ hash }) => hash) : [];
    const isMatch = isLive(hashSecret(secret), live);
    const liveSecrets = live.map(hintOf);
    const owner = integration ? { integrationId: integration.id, institutionId: integration.institutionId } : undefined;
    if (!integration || !isMatch) return { liveSecrets, owner };
    const token = await present(runtime.issuer, 'issuer').issue(actorOf(integration));
    const { id: integrationId, institutionId, createdBy } = integration;
    return { identity: { integrationId, institutionId, createdBy: createdBy ?? undefined, token }, liveSecrets, owner };
  },
);

function actorOf({ id, institutionId, createdBy }: IntegrationRow): IntegrationActor {
  return { kind: 'integration', integrationId: id, institutionId: institutionId, createdBy: createdBy };
}
