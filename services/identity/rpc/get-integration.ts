import { query } from '../../../platform/handler/query.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findIntegrationById, integrationMessage } from '../store/integrations.ts';

/** One integration of the caller's institution; never a secret. */
export const getIntegration = query(IntegrationService.method.getIntegration, async (db, { id }, { actor, now }) => ({
  integration: integrationMessage((await findIntegrationById(db, actor, id)) ?? refuse('INTEGRATION_NOT_FOUND'), now),
}));
