import { event } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { IntegrationActivatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { integrationMessage, lockIntegration, updateIntegration } from '../store/integrations.ts';

/** Activates an integration again; idempotent. The token of a directory sync that has ended stays ended. */
export const activateIntegration = command(IntegrationService.method.activateIntegration, {
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    if (stored.isActive) return { response: { integration: integrationMessage(stored, now) } };
    if (stored.isDirectorySync) refuse('DIRECTORY_SYNC_ENDED');
    const integration = updateIntegration(tx, { ...stored, isActive: true }, newId());
    return {
      response: { integration: integrationMessage(integration, now) },
      events: [
        event(IntegrationActivatedSchema, integration.id, {
          integrationId: integration.id,
          clientId: request.clientId,
        }),
      ],
    };
  },
});
