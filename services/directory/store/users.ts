import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  changeRows,
  columnsBut,
  columnsOf,
  filteredList,
  findBy,
  insertRow,
  lockRow,
  rowsByIds,
  typesOf,
  updateRow,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { codeKey, emailKey, optionalCodeKey } from '../../../platform/core/text-keys.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { wantArchiving } from '../archiving/consent.ts';
import type { LockedUser, UserState } from '../domain/user.ts';
import { users } from './tables.ts';

export type UserSummary = Pick<UserState, (typeof SUMMARY)[number]>;

export function findUser(db: Reader, actor: Pick<TenantActor, 'institutionId'>, id: string): Promise<UserState | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : NO_USER;
}

export function findUserByEmail(
  db: Reader,
  actor: Pick<TenantActor, 'institutionId'>,
  email: string,
): Promise<UserState | null> {
  return db.point(BY_EMAIL, { institutionId: actor.institutionId, emailKey: emailKey(email) });
}

export function findUserByCode(db: Reader, actor: TenantActor, code: string): Promise<UserState | null> {
  return db.point(BY_CODE, { institutionId: actor.institutionId, codeKey: codeKey(code) });
}

/** The users with these ids that exist, in no order. */
export async function findUsers(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<UserState[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, { institutionId: actor.institutionId, ids: possible });
}

/** The same with only the fields of users that other records show: half of the columns. */
export async function findUserSummaries(
  db: Reader,
  actor: TenantActor,
  ids: readonly string[],
): Promise<UserSummary[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(SUMMARIES_BY_IDS, { institutionId: actor.institutionId, ids: possible });
}

/** A user, locked until the transaction ends. */
export async function lockUser(tx: Tx, actor: TenantActor, id: string): Promise<LockedUser | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId: actor.institutionId, id });
  return row ?? null;
}

/** What bundles call a user; null if none has the user. */
export async function findRef(db: Reader, { institutionId }: TenantActor, id: string): Promise<string | null> {
  return (await db.point(REF, { institutionId, id }))?.ref ?? null;
}

export type UserFilters = Omit<Parameters<typeof LIST>[2], 'emailKey' | 'codeKey'> &
  Record<'email' | 'code', string | null>;

/** Users after a position, in order of creation. */
export function listUsers(db: Reader, actor: TenantActor, after: Keyset, filters: UserFilters): Promise<UserState[]> {
  return LIST(db, { institutionId: actor.institutionId, ...after }, withKeys(filters));
}

/** Filters as the columns have them. */
export function withKeys({ email, code, ...filters }: UserFilters) {
  return { ...filters, emailKey: email && emailKey(email), codeKey: code && codeKey(code) };
}

export function insertUser(tx: Tx, actor: TenantActor, user: LockedUser): void {
  tx.write(INSERT, { institutionId: actor.institutionId, ref: null, ...user, ...keysOf(user) });
}

/**
 * Writes the columns of a user that can change; the row is locked by {@link lockUser}. Who is archived by it needs
 * identity's consent.
 */
export function updateUser(
  tx: Tx,
  { actor, consent }: Pick<CommandContext, 'actor' | 'consent'>,
  { before, after }: { readonly before: LockedUser; readonly after: LockedUser },
): void {
  wantArchiving(consent, actor, [{ id: after.id, before, after }]);
  consent.settle();
  tx.write(UPDATE, { institutionId: actor.institutionId, ...after, ...keysOf(after) });
}

/** Leaves an audit record of a locked user who stays as they are. */
export function noteAboutUser(tx: Tx, { institutionId }: TenantActor, { id, externalId, revision }: LockedUser): void {
  tx.write(REVISE, { institutionId, rows: [{ id, externalId, revision }] });
}

/** Takes the external id from a locked user. @param revision the new one */
export function clearExternalId(tx: Tx, actor: TenantActor, user: LockedUser, revision: string): void {
  noteAboutUser(tx, actor, { ...user, externalId: null, revision });
}

/** The unique keys of a user. */
export function keysOf({ email, code }: Pick<UserState, 'email' | 'code'>) {
  return { emailKey: emailKey(email), codeKey: optionalCodeKey(code) };
}

const NO_USER = Promise.resolve(null);

/** The columns of a user's state, and those that only syncs know. */
export const LOCKED = columnsBut(users, 'institutionId', 'ref', 'emailKey', 'codeKey');
/** The columns of a user's state. */
export const USER_STATE = columnsBut(
  users,
  ...(['institutionId', 'ref', 'emailKey', 'codeKey', 'externalId', 'isRemoved', 'archivedAt'] as const),
);

export const SUMMARY = ['id', 'email', 'name', 'firstName', 'lastName', 'image', 'isArchived', 'updatedAt'] as const;

export const userMessage = messageWriter(UserSchema);

/** A user with only the fields that other records show, and whether they may refer to it. */
export const userSummaryMessage = messageWriter(UserSchema, SUMMARY);

const BY_ID = findBy(users, ['institutionId', 'id'], USER_STATE);
const BY_EMAIL = findBy(users, ['institutionId', 'emailKey'], USER_STATE);
const BY_CODE = findBy(users, ['institutionId', 'codeKey'], USER_STATE);
const BY_IDS = rowsByIds(users, USER_STATE);
const SUMMARIES_BY_IDS = rowsByIds(users, SUMMARY, 'summaries_by_ids');
const REF = findBy(users, ['institutionId', 'id'], ['ref'], undefined, 'ref_by_id');
const LOCK = lockRow(users, ['institutionId', 'id'], LOCKED);
const INSERT = insertRow(users);
const UPDATE = updateRow(users, { keep: ['ref', 'createdAt'] });
const REVISE = changeRows(users, 'revise', { shared: ['institutionId'], set: ['externalId', 'revision'] });

/** The list of users, whether a text is searched or not. */
export const PAGES = {
  alias: 't',
  columns: columnsOf(users, 't', USER_STATE),
  result: typesOf(users, USER_STATE),
  order: 'createdAt',
  filters: ['ids', 'emailKey', 'codeKey', 'updatedSince', 'isArchived'],
} as const;

const LIST = filteredList(users, PAGES);
