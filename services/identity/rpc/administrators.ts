import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { RowOf } from '../../../libraries/typed-sql/index.ts';
import { refuseField, StalePreparation } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { present } from '../../../platform/core/present.ts';
import { OWNER, readRoles } from '../../../platform/core/roles.ts';
import { type CommandContext, command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { canSignIn, requireOwner } from '../domain/who-can-sign-in.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { administratorsWithUsers, archivedAdministrators } from '../sign-in/administrators.ts';
import { newLink } from '../sign-in/new-link.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { authorOf } from '../store/administrator-notices.ts';
import {
  administratorMessage,
  deleteAdministrator,
  insertAdministrator,
  lockAdministrator,
  lockAdministrators,
  listAdministrators as storedAdministrators,
  updateAdministrator,
  writeRoles,
} from '../store/administrators.ts';
import { isArchivedUser } from '../store/archived-users.ts';
import { countAdministrators } from '../store/counts.ts';
import type { administrators } from '../store/sign-in-tables.ts';

/** Makes an active user an administrator, with a link if an administrator does; idempotent but for that. */
export const addAdministrator = command(AdministratorService.method.addAdministrator, {
  async prepare({ email }, context) {
    const call = await ownCall(context, context.actor.institutionId);
    const [user, { institution }] = await Promise.all([
      activeUserByEmail(call, email),
      call(InstitutionService.method.getInstitution, {}),
    ]);
    if (!user) refuse('ADMINISTRATOR_USER_NOT_FOUND');
    return { user, institutionName: present(institution, 'institution').name, attempt: context.attempt };
  },
  async run(tx, request, { prepared, ...context }) {
    const { actor, now, newId } = context;
    const { user } = prepared;
    const roles = readRoles(request.roles);
    if (roles.length === 0 && actor.kind === 'administrator') refuseField('/roles', 'required', 'must name a role');
    lockAdministrators(tx, actor);
    // Archived since directory was asked, or the event that they are back is still to come: asking again tells.
    if (prepared.attempt === 1 && (await isArchivedUser(tx, actor, user.id))) throw new StalePreparation();
    const known = await lockAdministrator(tx, actor, user.id);
    const administrator = known ?? {
      id: user.id,
      createdBy: actor.kind === 'administrator' ? actor.userId : null,
      roles: roles.length === 0 ? [OWNER] : roles,
      keepsOwner: false,
      lastSignedInAt: null,
      createdAt: toInstantText(now),
      revision: newId(),
    };
    if (!known) insertAdministrator(tx, actor, administrator, { id: newId(), now, ...authorOf(actor) });
    const link = actor.kind === 'administrator' ? newLink(tx, prepared, context) : undefined;
    const listed = (await storedAdministrators(tx, actor, { now })).find(({ id }) => id === user.id);
    const shown = { ...user, canSignIn: listed !== undefined && canSignIn(listed) };
    return { response: { administrator: administratorMessage(administrator, shown), ...(link && { link }) } };
  },
});

/**
 * Changes the roles of an administrator. Changes of an institution's administrators wait for each other, so that two owners
 * who lower each other do not leave it without one.
 */
export const setAdministratorRoles = command(AdministratorService.method.setAdministratorRoles, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { userId, roles: wanted, precondition }, { actor, now, newId, prepared: archived }) {
    lockAdministrators(tx, actor);
    const stored = (await lockAdministrator(tx, actor, userId)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
    const roles = readRoles(wanted);
    if (`${roles}` === `${stored.roles}`) return { response: {} };
    checkRevision(precondition, stored.revision);
    const before = await storedAdministrators(tx, actor, { now, archived });
    requireOwner(
      before,
      before.map((each) => (each.id === stored.id ? { ...each, roles } : each)),
    );
    const changed = { ...stored, roles, keepsOwner: false, revision: newId() };
    writeRoles(tx, changed, { id: newId(), now, ...authorOf(actor) });
    return { response: {} };
  },
});

/**
 * Chooses the language in which the product speaks to the caller; the same again changes nothing. The audit
 * log has it as a change of the administrator.
 */
export const setOwnLanguage = command(AdministratorService.method.setOwnLanguage, {
  run: (tx, { language }, context) => choose(tx, { language }, context),
});

/** Chooses for which Excel the caller's CSV files are written, likewise. */
export const setOwnExcelLanguage = command(AdministratorService.method.setOwnExcelLanguage, {
  run: (tx, { excelLanguage }, context) => choose(tx, { excelLanguage }, context),
});

async function choose(
  tx: Tx,
  chosen: Partial<Pick<RowOf<typeof administrators>, 'language' | 'excelLanguage'>>,
  { actor, newId }: CommandContext,
) {
  const { userId } = administratorOf(actor);
  const administrator = (await lockAdministrator(tx, actor, userId)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
  const changed = { ...administrator, ...chosen };
  if (!isDeepStrictEqual(changed, administrator)) updateAdministrator(tx, { ...changed, revision: newId() });
  return { response: {} };
}

/** The names of the active owners, in the order in which they were added. */
export const listOwners = query(AdministratorService.method.listOwners, async (_db, _, context) => ({
  names: (await administratorsWithUsers(context))
    .filter(({ administrator, user }) => administrator.roles.includes(OWNER) && !user.isArchived)
    .map(({ user }) => user.name),
}));

/** All administrators of the institution, in the order in which they were added, with the users of directory. */
export const listAdministrators = query(AdministratorService.method.listAdministrators, async (_db, _, context) => ({
  administrators: (await administratorsWithUsers(context)).map(({ administrator, user }) =>
    administratorMessage(administrator, { ...user, canSignIn: canSignIn(administrator) && !user.isArchived }),
  ),
}));

/**
 * Ends a user's being an administrator, with all sessions, links and passkeys. Removals wait for each other at the
 * count, so that two administrators who remove each other do not leave the institution without one.
 */
export const removeAdministrator = command(AdministratorService.method.removeAdministrator, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { userId }, { actor, now, newId, prepared: archived }) {
    countAdministrators(tx, actor, -1);
    const { id } = (await lockAdministrator(tx, actor, userId)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
    const all = await storedAdministrators(tx, actor, { now, archived });
    requireOwner(
      all,
      all.filter((each) => each.id !== id),
    );
    await deleteAdministrator(tx, actor, id, { id: newId(), now, ...authorOf(actor) });
    return { response: {} };
  },
});

/**
 * Creates a one-time link for an administrator who is not archived. The audit log has it as a change of the
 * administrator.
 */
export const createSignInLink = command(AdministratorService.method.createSignInLink, {
  async prepare({ email }, context) {
    const call = await ownCall(context, context.actor.institutionId);
    const [user, { institution }] = await Promise.all([
      activeUserByEmail(call, email),
      call(InstitutionService.method.getInstitution, {}),
    ]);
    if (!user) refuse('ADMINISTRATOR_NOT_FOUND');
    return { user, institutionName: present(institution, 'institution').name };
  },
  async run(tx, _, { prepared, ...context }) {
    const { actor, newId } = context;
    const administrator = (await lockAdministrator(tx, actor, prepared.user.id)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
    updateAdministrator(tx, { ...administrator, revision: newId() });
    return { response: newLink(tx, prepared, context) };
  },
});
