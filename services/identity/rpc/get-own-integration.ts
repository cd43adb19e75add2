import { query } from '../../../platform/handler/query.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findIntegrationById, integrationMessage } from '../store/integrations.ts';

/** GET /integration: who the caller is. */
export const getOwnIntegration = query(IntegrationService.method.getOwnIntegration, async (db, _, { actor, now }) => {
  const integration = actor.kind === 'integration' ? await findIntegrationById(db, actor, actor.integrationId) : null;
  return { integration: integrationMessage(integration ?? refuse('INTEGRATION_NOT_FOUND'), now) };
});
