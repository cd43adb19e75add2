import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsOf,
  equalsUnlessNull,
  findBy,
  instant,
  integer,
  lockRow,
  sqlStatement,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import type { SyncedUser } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { refuse } from '../domain/refusals.ts';
import type { LockedUser } from '../domain/user.ts';
import { users } from './tables.ts';
import { clearExternalId, findUserByCode, findUserByEmail, keysOf, LOCKED, lockUser, userMessage } from './users.ts';

/** A user visible to syncs: one that a sync has deleted, or who was erased, is not. */
export async function findSynced(db: Reader, actor: TenantActor, id: string): Promise<LockedUser | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
}

export function findSyncedByEmail(db: Reader, actor: TenantActor, email: string): Promise<LockedUser | null> {
  return db.point(BY_EMAIL, { institutionId: actor.institutionId, emailKey: emailKey(email) });
}

export function findSyncedByExternalId(db: Reader, actor: TenantActor, externalId: string): Promise<LockedUser | null> {
  return db.point(BY_EXTERNAL_ID, { institutionId: actor.institutionId, externalId });
}

/** The place behind a user, in order of creation. */
export interface SyncedPosition {
  /** Instant text. */
  readonly sort: string;
  readonly id: string;
}

export const BEFORE_ALL: SyncedPosition = { sort: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

interface Part {
  /** Null for all. */
  readonly isArchived: boolean | null;
  readonly after: SyncedPosition;
  /** How many to skip behind that. */
  readonly offset: number;
  readonly limit: number;
}

/** A page of the users visible to syncs, in order of creation. */
export function listSynced(db: Reader, actor: TenantActor, { after, ...part }: Part): Promise<LockedUser[]> {
  return db.rows(LIST, { institutionId: actor.institutionId, ...after, ...part });
}

export async function countSynced(
  db: Reader,
  actor: TenantActor,
  { isArchived }: Pick<Part, 'isArchived'>,
): Promise<number> {
  const [row] = await db.rows(COUNT, { institutionId: actor.institutionId, isArchived });
  return row?.total ?? 0;
}

/** A user visible to syncs, locked until the transaction ends. */
export async function lockSynced(tx: Tx, actor: TenantActor, id: string): Promise<LockedUser | null> {
  const user = await lockUser(tx, actor, id);
  return user?.isRemoved || user?.erasedAt ? null : user;
}

/** The user with the email, a deleted one too, locked until the transaction ends. */
export async function lockByEmail(
  tx: Tx,
  { institutionId }: TenantActor,
  { user }: SyncedUser,
): Promise<LockedUser | null> {
  const [row] = await tx.rows(LOCK_BY_EMAIL, { institutionId, emailKey: emailKey(user?.email ?? '') });
  return row ?? null;
}

interface Release {
  /** Null for a new user. */
  readonly before: LockedUser | null;
  /** Of a user who loses the external id. */
  readonly revision: string;
}

/**
 * Gives a user new keys. An archived user loses the external id to another: directories give
 * those of leavers to newcomers. Archived users keep their other keys, as the refusal says; those of
 * others the constraints refuse.
 */
export async function takeKeys(tx: Tx, actor: TenantActor, user: LockedUser, { before, revision }: Release) {
  const { institutionId } = actor;
  const { email, code, externalId } = user;
  const [own, former] = [keysOf(user), before && keysOf(before)];
  const [byEmail, byCode, [byExternalId]] = await Promise.all([
    own.emailKey === former?.emailKey ? null : findUserByEmail(tx, actor, email),
    code === null || own.codeKey === former?.codeKey ? null : findUserByCode(tx, actor, code),
    externalId === null || externalId === before?.externalId
      ? []
      : tx.rows(LOCK_BY_EXTERNAL_ID, { institutionId, externalId }),
  ]);
  if (byEmail?.isArchived) refuse('USER_EMAIL_TAKEN', { extensions: { isArchived: true } });
  if (byCode?.isArchived) refuse('USER_CODE_TAKEN', { extensions: { isArchived: true } });
  if (!byExternalId) return;
  if (!byExternalId.isArchived) refuse('USER_EXTERNAL_ID_TAKEN');
  clearExternalId(tx, actor, byExternalId, revision);
}

export function syncedMessage(user: LockedUser) {
  return {
    user: userMessage(user),
    isNameOwn: user.nameIsOwn,
    ...(user.externalId === null ? {} : { externalId: user.externalId }),
  };
}

const KNOWN = 'NOT t.is_removed AND t.erased_at IS NULL';
const BY_ID = findBy(users, ['institutionId', 'id'], LOCKED, KNOWN, 'synced_by_id');
const BY_EMAIL = findBy(users, ['institutionId', 'emailKey'], LOCKED, KNOWN, 'synced_by_email_key');
const BY_EXTERNAL_ID = findBy(users, ['institutionId', 'externalId'], LOCKED, KNOWN);
const LOCK_BY_EMAIL = lockRow(users, ['institutionId', 'emailKey'], LOCKED);
const LOCK_BY_EXTERNAL_ID = lockRow(users, ['institutionId', 'externalId'], LOCKED);

const LIST = sqlStatement(users, 'list_synced', {
  parameters: {
    institutionId: uuid(),
    isArchived: boolean().nullable(),
    sort: instant(),
    id: uuid(),
    offset: integer(),
    limit: integer(),
  },
  result: typesOf(users, LOCKED),
  text: ($) => `SELECT ${columnsOf(users, 't', LOCKED)} FROM users t
   WHERE t.institution_id = ${$.institutionId} AND ${KNOWN} AND ${equalsUnlessNull('t.is_archived', $.isArchived, 'boolean')}
     AND (t.created_at, t.id) > (${$.sort}, ${$.id})
   ORDER BY t.created_at, t.id OFFSET ${$.offset}::int LIMIT ${$.limit}::int`,
});

const COUNT = sqlStatement(users, 'count_synced', {
  parameters: { institutionId: uuid(), isArchived: boolean().nullable() },
  result: { total: integer() },
  text: ($) => `SELECT count(*)::int AS total FROM users t
   WHERE t.institution_id = ${$.institutionId} AND ${KNOWN} AND ${equalsUnlessNull('t.is_archived', $.isArchived, 'boolean')}`,
});
