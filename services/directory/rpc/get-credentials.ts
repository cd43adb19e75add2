import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { platformQuery } from '../../chassis/query.ts';
import { credentialsMessage, findIntegration } from '../store/integrations.ts';

/** What the gateway checks a client with (spec: Authentication). */
export const getCredentials = platformQuery(IntegrationService.method.getCredentials, async (db, { clientId }) => {
  const integration = await findIntegration(db, clientId);
  return integration ? { credentials: credentialsMessage(integration) } : {};
});
