import { refuse } from '../../../platform/core/errors/refusal.ts';
import { event } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { IntegrationCreatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { newSecret } from '../domain/secrets.ts';
import { type IntegrationRow, insertIntegration, integrationMessage } from '../store/integrations.ts';
import { cachedSettings } from '../store/settings-cache.ts';
import { lockUser } from '../store/users.ts';

/**
 * Creates an integration. Only the hash of its secret is stored: the response is the only place where the secret
 * appears.
 */
export const createIntegration = command(IntegrationService.method.createIntegration, {
  // Refuses an unknown institution.
  prepare: (_, { runtime, actor }) => cachedSettings(runtime, actor.institutionId),
  async run(tx, { name, ...request }, { actor, now, runtime, newId }) {
    const createdBy = actor.kind === 'administrator' ? actor.userId : request.createdBy;
    if (createdBy !== undefined) {
      const creator = await lockUser(tx, actor, createdBy);
      if (!creator || creator.isArchived) refuse('REFERENCE_INVALID', { violations: [UNKNOWN_CREATOR] });
    }
    const secret = runtime.ids.newSecret();
    const integration: IntegrationRow = {
      id: newId(),
      institutionId: actor.institutionId,
      clientId: runtime.ids.newClientId(),
      name,
      createdBy: createdBy ?? null,
      isActive: true,
      secrets: [newSecret(secret, now)],
      createdAt: toInstantText(now),
      revision: newId(),
    };
    insertIntegration(tx, integration);
    const { id: integrationId, clientId } = integration;
    return {
      response: { integration: integrationMessage(integration, now), clientSecret: secret },
      events: [event(IntegrationCreatedSchema, integrationId, { integrationId, clientId })],
    };
  },
});

const UNKNOWN_CREATOR = {
  pointer: '/createdBy',
  code: 'invalid_reference',
  message: 'no active user of the institution has this id',
} as const;
