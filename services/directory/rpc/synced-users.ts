import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { present } from '../../../platform/core/present.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserCreatedSchema, UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import {
  type ListSyncedUsersRequest,
  SyncedUserService,
} from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { archivingConsent } from '../archiving/consent.ts';
import { archiving } from '../domain/changes.ts';
import { refuse } from '../domain/refusals.ts';
import { createSynced, removeSynced, replaceSynced } from '../domain/synced-user.ts';
import type { LockedUser } from '../domain/user.ts';
import { cachedSettings } from '../store/institutions.ts';
import { guardChange } from '../store/sync-guards.ts';
import { syncedPage } from '../store/synced-pages.ts';
import {
  findSynced,
  findSyncedByEmail,
  findSyncedByExternalId,
  lockByEmail,
  lockSynced,
  syncedMessage,
  takeKeys,
} from '../store/synced-users.ts';
import { insertUser, updateUser } from '../store/users.ts';

/** POST /scim/v2/Users: a new user, or one who was archived and has the email. */
export const createSyncedUser = command(SyncedUserService.method.createSyncedUser, {
  consent: archivingConsent,
  prepare: (_, { runtime, actor }) => cachedSettings(runtime, actor.institutionId),
  async run(tx, request, context) {
    const { actor, now, newId, prepared } = context;
    const { userCodeFormat: codeFormat } = prepared;
    const synced = present(request.syncedUser, 'syncedUser');
    const input = { revision: newId(), now, codeFormat };
    const archived = await lockByEmail(tx, actor, synced);
    if (archived && (!archived.isArchived || archived.erasedAt !== null)) refuse('USER_EMAIL_TAKEN');
    if (!archived) {
      const user = createSynced(synced, { ...input, id: newId() });
      await takeKeys(tx, actor, user, { before: null, revision: newId() });
      insertUser(tx, actor, user);
      return { response: { syncedUser: syncedMessage(user) }, events: [resourceEvent(UserCreatedSchema, user.id)] };
    }
    const { next, changed, isWritten } = replaceSynced(archived, synced, input);
    const user = { ...next, isRemoved: false };
    await guardChange(tx, actor, { before: archived, after: user, now });
    await takeKeys(tx, actor, user, { before: archived, revision: newId() });
    if (isWritten || archived.isRemoved) updateUser(tx, context, { before: archived, after: user });
    return {
      response: { syncedUser: syncedMessage(user) },
      events: updateEvents(UserUpdatedSchema, user.id, { changed, payload: archiving(archived, user) }),
    };
  },
});

/** PUT and PATCH /scim/v2/Users/{id}. */
export const replaceSyncedUser = command(SyncedUserService.method.replaceSyncedUser, {
  consent: archivingConsent,
  prepare: (_, { runtime, actor }) => cachedSettings(runtime, actor.institutionId),
  async run(tx, { id, precondition, syncedUser }, context) {
    const { actor, now, newId, prepared } = context;
    const { userCodeFormat: codeFormat } = prepared;
    const synced = present(syncedUser, 'syncedUser');
    const user = (await lockSynced(tx, actor, id)) ?? refuse('USER_NOT_FOUND');
    checkRevision(precondition, user.revision);
    const input = { revision: newId(), now, codeFormat };
    const { next, changed, isWritten } = replaceSynced(user, synced, input);
    await guardChange(tx, actor, { before: user, after: next, now });
    await takeKeys(tx, actor, next, { before: user, revision: newId() });
    if (isWritten) updateUser(tx, context, { before: user, after: next });
    return {
      response: { syncedUser: syncedMessage(next) },
      events: updateEvents(UserUpdatedSchema, next.id, { changed, payload: archiving(user, next) }),
    };
  },
});

/** DELETE /scim/v2/Users/{id}: archives. */
export const removeSyncedUser = command(SyncedUserService.method.removeSyncedUser, {
  consent: archivingConsent,
  async run(tx, { id, precondition }, context) {
    const { actor, now, newId } = context;
    const user = (await lockSynced(tx, actor, id)) ?? refuse('USER_NOT_FOUND');
    checkRevision(precondition, user.revision);
    const { next, changed } = removeSynced(user, { revision: newId(), now });
    await guardChange(tx, actor, { before: user, after: next, now });
    updateUser(tx, context, { before: user, after: next });
    return {
      response: {},
      events: updateEvents(UserUpdatedSchema, next.id, { changed, payload: archiving(user, next) }),
    };
  },
});

/** GET /scim/v2/Users/{id}. */
export const getSyncedUser = query(SyncedUserService.method.getSyncedUser, async (db, { id }, { actor }) => ({
  syncedUser: syncedMessage((await findSynced(db, actor, id)) ?? refuse('USER_NOT_FOUND')),
}));

/** GET /scim/v2/Users: the user with a key, or a page of all users. */
export const listSyncedUsers = query(SyncedUserService.method.listSyncedUsers, async (db, request, context) => {
  const { actor } = context;
  const { offset, limit, isArchived = null } = request;
  const named = findNamed(db, actor, request);
  if (named) {
    const user = await named;
    const found = user && matches(user, request) ? [syncedMessage(user)] : [];
    return { syncedUsers: found.slice(offset, offset + limit), total: found.length };
  }
  const { users, total } = await syncedPage(db, context, { isArchived, offset, limit });
  return { syncedUsers: users.map(syncedMessage), total };
});

function findNamed(
  db: Reader,
  actor: TenantActor,
  { id, email, externalId }: ListSyncedUsersRequest,
): Promise<LockedUser | null> | undefined {
  if (id !== undefined) return findSynced(db, actor, id);
  if (email !== undefined) return findSyncedByEmail(db, actor, email);
  return externalId === undefined ? undefined : findSyncedByExternalId(db, actor, externalId);
}

function matches(user: LockedUser, { id, email, externalId, isArchived }: ListSyncedUsersRequest): boolean {
  return (
    // An id in capitals is another one.
    (id === undefined || id === user.id) &&
    (email === undefined || emailKey(email) === emailKey(user.email)) &&
    (externalId === undefined || externalId === user.externalId) &&
    (isArchived === undefined || isArchived === user.isArchived)
  );
}
