import { isDeepStrictEqual } from 'node:util';
import { roleNeedOf } from '../../../platform/core/access.ts';
import type { IntegrationActor, TenantActor } from '../../../platform/core/actor.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { event } from '../../../platform/core/event.ts';
import { grantOf } from '../../../platform/core/grant.ts';
import { grantMessage, readGrant } from '../../../platform/core/grant-message.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { hasRole } from '../../../platform/core/roles.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import {
  IntegrationAccessChangedSchema,
  IntegrationActivatedSchema,
  IntegrationCreatedSchema,
  IntegrationDeactivatedSchema,
  IntegrationSecretRotatedSchema,
} from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import {
  hintBytesOf,
  isLive,
  liveSecrets,
  liveSecrets as liveSecretsOf,
  newSecret,
  rotated,
  withoutPrevious,
} from '../domain/secrets.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { requireRoomForSync } from '../store/directory-syncs.ts';
import {
  findIntegration,
  findIntegrationById,
  findMovedIntegration,
  type IntegrationRow,
  insertIntegration,
  integrationMessage,
  listIntegrations as list,
  lockIntegration,
  updateIntegration,
} from '../store/integrations.ts';

/** The integration with a client's secret, with the signed identity that all services trust. */
export const authenticateIntegration = query(
  IntegrationService.method.authenticateIntegration,
  async (db, { clientId, secret, isDirectorySync }, { runtime, now }) => {
    const here = await findIntegration(db, clientId);
    const moved = here ? null : await findMovedIntegration(db, clientId);
    const found = here ?? moved;
    const integration = found?.isDirectorySync === isDirectorySync ? found : null;
    const live = integration?.isActive ? liveSecretsOf(integration.secrets, now) : [];
    const isMatch = isLive(secret, live);
    const liveSecrets = live.map(hintBytesOf);
    if (!integration) return { liveSecrets };
    const { id: integrationId, institutionId, createdBy } = integration;
    const owner = { integrationId, institutionId };
    if (!isMatch) return { liveSecrets, owner };
    const token = await present(runtime.issuer, 'issuer').issue(actorOf(integration));
    const grant = grantMessage(integration);
    const identity = { ...owner, createdBy: createdBy ?? undefined, token, movedTo: moved?.movedTo, grant };
    return { identity, liveSecrets, owner };
  },
);

function actorOf({ id, institutionId, createdBy, access, areas }: IntegrationRow): IntegrationActor {
  return { kind: 'integration', integrationId: id, institutionId, createdBy, grant: grantOf(access, areas) };
}

/**
 * Creates an integration. Only the hash of its secret is stored: the response is the only place where the secret
 * appears.
 */
export const createIntegration = command(IntegrationService.method.createIntegration, {
  async prepare({ createdBy }, { actor, call }) {
    // An administrator with a session is an active user of the institution.
    if (actor.kind === 'administrator') return actor.userId;
    // Refuses an unknown institution.
    const institution = call(InstitutionService.method.getInstitution, {});
    const [creator] = await Promise.all([createdBy === undefined ? null : activeUser(call, createdBy), institution]);
    if (createdBy !== undefined && !creator) refuse('REFERENCE_INVALID', { violations: [UNKNOWN_CREATOR] });
    return creator?.id ?? null;
  },
  async run(tx, { name, isDirectorySync, grant }, { actor, now, runtime, newId, prepared: createdBy }) {
    if (isDirectorySync) {
      if (grant) refuse('DIRECTORY_SYNC_UNLIMITED');
      await requireRoomForSync(tx, actor);
    }
    const { access, areas } = readGrant(grant);
    if (access === 'full' && !isDirectorySync && !maySetAccess(actor))
      refuseField('/grant/access', 'invalid_value', ONLY_READ);
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
      access,
      areas,
    };
    insertIntegration(tx, integration);
    return {
      response: { integration: integrationMessage(integration, now), clientSecret: secret },
      events: [event(IntegrationCreatedSchema, integration.id, subject(integration))],
    };
  },
});

/** Whether an actor could make an integration write afterwards, and so may make one that writes. */
function maySetAccess(actor: TenantActor): boolean {
  const { changeIntegrationAccess: method } = IntegrationService.method;
  return actor.kind !== 'administrator' || hasRole(actor.roles, roleNeedOf(method, { writes: true }));
}

const ONLY_READ = 'must be read: only an owner can create an integration that writes';

const UNKNOWN_CREATOR = {
  pointer: '/createdBy',
  code: 'invalid_reference',
  message: 'no active user of the institution has this id',
} as const;

/** One integration of the caller's institution; never a secret. */
export const getIntegration = query(IntegrationService.method.getIntegration, async (db, { id }, { actor, now }) => ({
  integration: integrationMessage((await findIntegrationById(db, actor, id)) ?? refuse('INTEGRATION_NOT_FOUND'), now),
}));

/** GET /integration: who the caller is, and what it may do by the identity that it has. */
export const getOwnIntegration = query(IntegrationService.method.getOwnIntegration, async (db, _, { actor, now }) => {
  if (actor.kind !== 'integration') refuse('INTEGRATION_NOT_FOUND');
  const integration = (await findIntegrationById(db, actor, actor.integrationId)) ?? refuse('INTEGRATION_NOT_FOUND');
  return { integration: { ...integrationMessage(integration, now), grant: grantMessage(actor.grant) } };
});

/** All integrations of the caller's institution, including ended ones; never a secret. */
export const listIntegrations = query(IntegrationService.method.listIntegrations, async (db, _, { actor, now }) => {
  const integrations = await list(db, actor);
  return { integrations: integrations.map((integration) => integrationMessage(integration, now)) };
});

/** Changes the name that people see; no cache has it, so there is no event. */
export const renameIntegration = command(IntegrationService.method.renameIntegration, {
  of: 'own',
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    const { name } = request;
    const integration = name === stored.name ? stored : updateIntegration(tx, { ...stored, name }, newId());
    return { response: { integration: integrationMessage(integration, now) } };
  },
});

/** Changes what an integration may do: what it has begun ends as it began. */
export const changeIntegrationAccess = command(IntegrationService.method.changeIntegrationAccess, {
  of: 'own',
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    if (stored.isDirectorySync) refuse('DIRECTORY_SYNC_UNLIMITED');
    const before = grantMessage(stored);
    const { access, areas } = readGrant({
      access: request.access ?? before.access,
      areas: request.areas ?? before.areas,
    });
    if (isDeepStrictEqual([access, areas], [stored.access, stored.areas]))
      return { response: { integration: integrationMessage(stored, now) } };
    const integration = updateIntegration(tx, { ...stored, access, areas }, newId());
    return {
      response: { integration: integrationMessage(integration, now) },
      events: [event(IntegrationAccessChangedSchema, integration.id, subject(integration))],
    };
  },
});

/** The payload of the events about an integration. */
function subject({ id, clientId }: IntegrationRow) {
  return { integrationId: id, clientId };
}

/** Activates an integration again; idempotent. The token of a directory sync that has ended stays ended. */
export const activateIntegration = command(IntegrationService.method.activateIntegration, {
  of: 'own',
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    if (stored.isActive) return { response: { integration: integrationMessage(stored, now) } };
    if (stored.isDirectorySync) refuse('DIRECTORY_SYNC_ENDED');
    const integration = updateIntegration(tx, { ...stored, isActive: true }, newId());
    return {
      response: { integration: integrationMessage(integration, now) },
      events: [event(IntegrationActivatedSchema, integration.id, subject(integration))],
    };
  },
});

/** Ends an integration; idempotent. */
export const deactivateIntegration = command(IntegrationService.method.deactivateIntegration, {
  of: 'own',
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    if (!stored.isActive) return { response: { integration: integrationMessage(stored, now) } };
    const integration = updateIntegration(tx, { ...stored, isActive: false }, newId());
    return {
      response: { integration: integrationMessage(integration, now) },
      events: [event(IntegrationDeactivatedSchema, integration.id, subject(integration))],
    };
  },
});

/**
 * Adds a secret beside those that are valid, so that clients can switch without interruption. An ended integration
 * stays ended.
 */
export const rotateIntegrationSecret = command(IntegrationService.method.rotateIntegrationSecret, {
  of: 'own',
  async run(tx, request, { actor, runtime, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    const { keepFormerSeconds, currentHint } = request;
    if (!stored.isActive) refuse('INTEGRATION_INACTIVE');
    const secret = runtime.ids.newSecret();
    const keepPreviousMs = keepFormerSeconds === undefined ? undefined : keepFormerSeconds * 1_000;
    const secrets = rotated(stored.secrets, secret, { now, keepPreviousMs, currentHint });
    const integration = updateIntegration(tx, { ...stored, secrets }, newId());
    return {
      response: { integration: integrationMessage(integration, now), clientSecret: secret },
      events: [event(IntegrationSecretRotatedSchema, integration.id, subject(integration))],
    };
  },
});

/** Ends a previous secret before its time, or all of them; idempotent. */
export const endOldSecret = command(IntegrationService.method.endOldSecret, {
  of: 'own',
  async run(tx, request, { actor, now, newId }) {
    const stored = await lockIntegration(tx, actor, request);
    const secrets = withoutPrevious(stored.secrets, request.hint, now);
    if (liveSecrets(stored.secrets, now).length === secrets.length)
      return { response: { integration: integrationMessage({ ...stored, secrets }, now) } };
    const integration = updateIntegration(tx, { ...stored, secrets }, newId());
    return {
      response: { integration: integrationMessage(integration, now) },
      events: [event(IntegrationSecretRotatedSchema, integration.id, subject(integration))],
    };
  },
});
