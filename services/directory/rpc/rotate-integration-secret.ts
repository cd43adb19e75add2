import { event } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { IntegrationSecretRotatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { hashSecret, rotated } from '../domain/secrets.ts';
import { integrationMessage, lockIntegration, updateIntegration } from '../store/integrations.ts';

/** Adds a secret beside the newest one, so that clients can switch without interruption; an older one ends, and the former one in the given time. An ended integration stays ended. */
export const rotateIntegrationSecret = command(IntegrationService.method.rotateIntegrationSecret, {
  async run(tx, { clientId, keepFormerSeconds }, { actor, runtime, now, newId }) {
    const stored = await lockIntegration(tx, actor, clientId);
    if (!stored.isActive) refuse('INTEGRATION_INACTIVE');
    const secret = runtime.ids.newSecret();
    const at = toInstantText(now);
    const expiresAt = keepFormerSeconds === undefined ? null : toInstantText(now + keepFormerSeconds * 1_000);
    const integration = { ...stored, ...rotated(stored, { hash: hashSecret(secret), at, expiresAt }) };
    updateIntegration(tx, integration, newId());
    return {
      response: { integration: integrationMessage(integration, now), clientSecret: secret },
      events: [event(IntegrationSecretRotatedSchema, integration.id, { integrationId: integration.id, clientId })],
    };
  },
});
