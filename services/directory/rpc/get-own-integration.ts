import { query } from '../../../platform/handler/query.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findInstitution, institutionMessage } from '../store/institutions.ts';
import { findIntegrationById, integrationMessage } from '../store/integrations.ts';

/** GET /integration: who the caller is. */
export const getOwnIntegration = query(IntegrationService.method.getOwnIntegration, async (db, _, { actor, now }) => {
  if (actor.kind !== 'integration') refuse('INTEGRATION_NOT_FOUND');
  const [integration, institution] = await Promise.all([
    findIntegrationById(db, actor, actor.integrationId),
    findInstitution(db, actor.institutionId),
  ]);
  return {
    integration: integrationMessage(integration ?? refuse('INTEGRATION_NOT_FOUND'), now),
    institution: institutionMessage(institution ?? refuse('INSTITUTION_NOT_FOUND')),
  };
});
