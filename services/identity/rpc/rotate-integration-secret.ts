import { event } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { IntegrationSecretRotatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { rotated } from '../domain/secrets.ts';
import { integrationMessage, lockIntegration, updateIntegration } from '../store/integrations.ts';

/**
 * Adds a secret beside those that are valid, so that clients can switch without interruption. An ended integration
 * stays ended.
 */
export const rotateIntegrationSecret = command(IntegrationService.method.rotateIntegrationSecret, {
  async run(tx, request, { actor, runtime, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    const { clientId, keepFormerSeconds, currentHint } = request;
    if (!stored.isActive) refuse('INTEGRATION_INACTIVE');
    const secret = runtime.ids.newSecret();
    const keepPreviousMs = keepFormerSeconds === undefined ? undefined : keepFormerSeconds * 1_000;
    const secrets = rotated(stored.secrets, secret, { now, keepPreviousMs, currentHint });
    const integration = updateIntegration(tx, { ...stored, secrets }, newId());
    return {
      response: { integration: integrationMessage(integration, now), clientSecret: secret },
      events: [event(IntegrationSecretRotatedSchema, integration.id, { integrationId: integration.id, clientId })],
    };
  },
});
