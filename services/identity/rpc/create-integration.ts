import { refuse } from '../../../platform/core/errors/refusal.ts';
import { event } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationCreatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newSecret } from '../domain/secrets.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { requireRoomForSync } from '../store/directory-syncs.ts';
import { type IntegrationRow, insertIntegration, integrationMessage } from '../store/integrations.ts';

/**
 * Creates an integration. Only the hash of its secret is stored: the response is the only place where the secret
 * appears.
 */
export const createIntegration = command(IntegrationService.method.createIntegration, {
  async prepare({ createdBy }, { actor, call }) {
    // Whoever has a session is an active user of an institution.
    if (actor.kind === 'administrator') return actor.userId;
    // Refuses an unknown institution.
    const institution = call(InstitutionService.method.getInstitution, {});
    const [creator] = await Promise.all([createdBy === undefined ? null : activeUser(call, createdBy), institution]);
    if (createdBy !== undefined && !creator) refuse('REFERENCE_INVALID', { violations: [UNKNOWN_CREATOR] });
    return creator?.id ?? null;
  },
  async run(tx, { name, isDirectorySync }, { actor, now, runtime, newId, prepared: createdBy }) {
    if (isDirectorySync) await requireRoomForSync(tx, actor);
    const secret = runtime.ids.newSecret();
    const integration: IntegrationRow = {
      id: newId(),
      institutionId: actor.institutionId,
      clientId: runtime.ids.newClientId(),
      name,
      createdBy,
      isActive: true,
      isDirectorySync,
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
