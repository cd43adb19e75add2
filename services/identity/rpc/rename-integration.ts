import { command } from '../../../platform/handler/command.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { integrationMessage, lockIntegration, updateIntegration } from '../store/integrations.ts';

/** Changes the name that people see; no cache has it, so there is no event. */
export const renameIntegration = command(IntegrationService.method.renameIntegration, {
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    const { name } = request;
    const integration = name === stored.name ? stored : updateIntegration(tx, { ...stored, name }, newId());
    return { response: { integration: integrationMessage(integration, now) } };
  },
});
