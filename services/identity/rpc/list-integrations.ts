import { query } from '../../../platform/handler/query.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { integrationMessage, listIntegrations as list } from '../store/integrations.ts';

/** All integrations of the caller's institution, including ended ones; never a secret. */
export const listIntegrations = query(IntegrationService.method.listIntegrations, async (db, _, { actor, now }) => {
  const integrations = await list(db, actor);
  return { integrations: integrations.map((integration) => integrationMessage(integration, now)) };
});
