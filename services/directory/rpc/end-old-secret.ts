import { event } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { IntegrationSecretRotatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { liveSecrets, withoutFormer } from '../domain/secrets.ts';
import { integrationMessage, lockIntegration, updateIntegration } from '../store/integrations.ts';

/** Ends a former secret before its time, or all of them. */
export const endOldSecret = command(IntegrationService.method.endOldSecret, {
  async run(tx, { clientId, hint }, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, clientId);
    const integration = { ...stored, secrets: withoutFormer(stored.secrets, hint, now) };
    const response = { integration: integrationMessage(integration, now) };
    if (liveSecrets(stored.secrets, now).length === integration.secrets.length) return { response };
    updateIntegration(tx, integration, newId());
    return {
      response,
      events: [event(IntegrationSecretRotatedSchema, integration.id, { integrationId: integration.id, clientId })],
    };
  },
});
