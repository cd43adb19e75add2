import { event } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { IntegrationDeactivatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { integrationMessage, lockIntegration, updateIntegration } from '../store/integrations.ts';

/** Ends an integration; idempotent. */
export const deactivateIntegration = command(IntegrationService.method.deactivateIntegration, {
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    if (!stored.isActive) return { response: { integration: integrationMessage(stored, now) } };
    const integration = updateIntegration(tx, { ...stored, isActive: false }, newId());
    return {
      response: { integration: integrationMessage(integration, now) },
      events: [
        event(IntegrationDeactivatedSchema, integration.id, {
          integrationId: integration.id,
          clientId: request.clientId,
        }),
      ],
    };
  },
});
