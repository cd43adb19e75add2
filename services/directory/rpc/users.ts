import { resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { cutPage, foundRows, instantKeyset } from '../../../platform/core/paging.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserCreatedSchema, UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { SearchService } from '../../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { archivingConsent } from '../archiving/consent.ts';
import { changeUser } from '../domain/change-user.ts';
import { archiving } from '../domain/changes.ts';
import { createUser as decide } from '../domain/create-user.ts';
import { refuse } from '../domain/refusals.ts';
import { cachedSettings } from '../store/institutions.ts';
import { searchUsers as search } from '../store/search.ts';
import {
  findUser,
  findUserSummaries,
  findUsers,
  insertUser,
  listUsers as list,
  lockUser,
  userMessage,
  userSummaryMessage,
  updateUser as write,
} from '../store/users.ts';
import { findUsersByText } from '../store/users-by-text.ts';

/** POST /users (decisions 7.1, 7.2). Reads nothing in the transaction, so it is one batch. */
export const createUser = command(UserService.method.createUser, {
  prepare: (_, { runtime, actor }) => cachedSettings(runtime, actor.institutionId),
  async run(tx, { user: given }, { actor, now, newId, prepared: settings }) {
    const user = decide(given, { id: newId(), revision: newId(), now, codeFormat: settings.userCodeFormat });
    insertUser(tx, actor, user);
    return {
      response: { user: userMessage(user) },
      events: [resourceEvent(UserCreatedSchema, user.id)],
    };
  },
});

/** PATCH /users/{id} (decisions 4.2, 4.4, 7.1): checks and writes under the user's lock. */
export const updateUser = command(UserService.method.updateUser, {
  consent: archivingConsent,
  async prepare({ id, updateMask }, { runtime, actor, call }) {
    const paths = new Set(updateMask?.paths);
    const [settings, protection] = await Promise.all([
      paths.has('code') ? cachedSettings(runtime, actor.institutionId) : null,
      paths.has('email') && actor.kind === 'administrator'
        ? call(AdministratorService.method.checkProtection, { userId: id })
        : null,
    ]);
    return { codeFormat: settings?.userCodeFormat ?? null, isProtected: protection?.isProtected === true };
  },
  async run(tx, request, context) {
    const { actor, now, newId, prepared } = context;
    const { codeFormat, isProtected } = prepared;
    const user = (await lockUser(tx, actor, request.id)) ?? refuse('USER_NOT_FOUND');
    requireRevision(request.precondition, user.revision);
    if (user.erasedAt !== null) refuse('USER_ERASED');
    const { next, changed, isWritten } = changeUser(user, request, { revision: newId(), now, codeFormat });
    if (isProtected && next.email !== user.email) refuse('ADMINISTRATOR_PROTECTED');
    if (isWritten) write(tx, context, { before: user, after: next });
    return {
      response: { user: userMessage(next) },
      events: updateEvents(UserUpdatedSchema, next.id, { changed, payload: archiving(user, next) }),
    };
  },
});

/** GET /users/{id}. */
export const getUser = query(UserService.method.getUser, async (db, { id }, { actor }) => {
  const user = (await findUser(db, actor, id)) ?? refuse('USER_NOT_FOUND');
  return { user: userMessage(user) };
});

/** GET /users (decisions 2.5): in order of creation. */
export const listUsers = query(UserService.method.listUsers, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { email = null, code = null, ids, isArchived = null, updatedSince = null } = request;
  const filters = { email, code, ids: ids?.ids ?? null, isArchived, updatedSince };
  const { rows, ...more } =
    request.search === undefined
      ? cutPage(await list(db, actor, keyset, filters), keyset)
      : foundRows(await findUsersByText(db, actor, keyset, filters, request.search));
  return { users: rows.map(userMessage), ...more };
});

/**
 * Many users in one call, for composition and reference checks; for a calendar feed, only the fields that calendars
 * show.
 */
export const batchGetUsers = query(UserService.method.batchGetUsers, async (db, { ids, isSummary }, { actor }) => ({
  users:
    isSummary || actor.kind === 'feed'
      ? (await findUserSummaries(db, actor, ids)).map(userSummaryMessage)
      : (await findUsers(db, actor, ids)).map(userMessage),
}));

/** Suggests users for typed text. */
export const searchUsers = query(SearchService.method.searchUsers, async (db, { text }, { actor }) => ({
  users: (await search(db, actor, text)).map(userSummaryMessage),
}));
