import { event } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { IntegrationSecretRotatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { liveSecrets, withoutPrevious } from '../domain/secrets.ts';
import { integrationMessage, lockIntegration, updateIntegration } from '../store/integrations.ts';

/** Ends a previous secret before its time, or all of them; idempotent. */
export const endOldSecret = command(IntegrationService.method.endOldSecret, {
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    const { clientId, hint } = request;
    const secrets = withoutPrevious(stored.secrets, hint, now);
    if (liveSecrets(stored.secrets, now).length === secrets.length)
      return { response: { integration: integrationMessage({ ...stored, secrets }, now) } };
    const integration = updateIntegration(tx, { ...stored, secrets }, newId());
    return {
      response: { integration: integrationMessage(integration, now) },
      events: [event(IntegrationSecretRotatedSchema, integration.id, { integrationId: integration.id, clientId })],
    };
  },
});
