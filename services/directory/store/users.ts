import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import { codeKey, emailKey } from '../domain/identity-keys.ts';
import type { UserState } from '../domain/user.ts';

/** The columns of a {@link UserState}, in its order. */
const COLUMNS = `u.id, u.email, u.name, u.name_is_own, u.first_name, u.last_name, u.image, u.code, u.is_archived,
  u.revision, u.created_at, u.updated_at`;

export function findUser(db: Reader, actor: TenantActor, id: string): Promise<UserState | null> {
  return isUuid(id) ? db.point(BY_ID, [actor.institutionId, id]) : NOBODY;
}

export function findUserByEmail(db: Reader, actor: TenantActor, email: string): Promise<UserState | null> {
  return db.point(BY_EMAIL, [actor.institutionId, emailKey(email)]);
}

export function findUserByCode(db: Reader, actor: TenantActor, code: string): Promise<UserState | null> {
  return db.point(BY_CODE, [actor.institutionId, codeKey(code)]);
}

/** The users of those ids that exist, in no order. */
export async function findUsers(db: Reader, actor: TenantActor, ids: readonly string[]): Promise<UserState[]> {
  const possible = ids.filter(isUuid);
  return possible.length === 0 ? [] : db.rows(BY_IDS, [actor.institutionId, possible]);
}

/** A user, locked until the transaction ends. */
export async function lockUser(tx: Tx, actor: TenantActor, id: string): Promise<UserState | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows<UserState>(LOCK, [actor.institutionId, id]);
  return row ?? null;
}

/** Users behind a position, by creation. @param updatedSince null for all. */
export function listUsers(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  updatedSince: string | null,
): Promise<UserState[]> {
  const from = [actor.institutionId, after.sort, after.id, after.limit];
  return updatedSince === null ? db.rows(LIST, from) : db.rows(LIST_UPDATED_SINCE, [...from, updatedSince]);
}

export function insertUser(tx: Tx, actor: TenantActor, user: UserState): void {
  tx.write(INSERT, [
    actor.institutionId,
    user.id,
    user.email,
    emailKey(user.email),
    user.name,
    user.name_is_own,
    user.first_name,
    user.last_name,
    user.image,
    user.code,
    user.code === null ? null : codeKey(user.code),
    user.is_archived,
    user.revision,
    user.created_at,
    user.updated_at,
  ]);
}

/** Writes what a PATCH can change; the row is locked by {@link lockUser}. */
export function updateUser(tx: Tx, actor: TenantActor, user: UserState): void {
  tx.write(UPDATE, [
    actor.institutionId,
    user.id,
    user.email,
    emailKey(user.email),
    user.name,
    user.name_is_own,
    user.first_name,
    user.last_name,
    user.image,
    user.code,
    user.code === null ? null : codeKey(user.code),
    user.is_archived,
    user.revision,
    user.updated_at,
  ]);
}

export function userMessage(user: UserState): User {
  return {
    $typeName: 'lyceum.directory.v1.User',
    id: user.id,
    email: user.email,
    name: user.name,
    firstName: user.first_name ?? undefined,
    lastName: user.last_name ?? undefined,
    image: user.image ?? undefined,
    code: user.code ?? undefined,
    isArchived: user.is_archived,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
    revision: user.revision,
  };
}

const NOBODY = Promise.resolve(null);

const BY_ID = pointRead<UserState>(
  'users_by_id',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN users u ON u.institution_id = k.institution_id AND u.id = k.id`,
);

const BY_EMAIL = pointRead<UserState>(
  'users_by_email',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, email_key, n)
   JOIN users u ON u.institution_id = k.institution_id AND u.email_key = k.email_key`,
);

const BY_CODE = pointRead<UserState>(
  'users_by_code',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, code_key, n)
   JOIN users u ON u.institution_id = k.institution_id AND u.code_key = k.code_key`,
);

const BY_IDS = statement(
  'users_by_ids',
  `SELECT ${COLUMNS} FROM users u WHERE u.institution_id = $1 AND u.id = ANY($2::uuid[])`,
);

const LOCK = statement(
  'users_lock',
  `SELECT ${COLUMNS} FROM users u WHERE u.institution_id = $1 AND u.id = $2 FOR NO KEY UPDATE`,
);

const LIST = statement(
  'users_list',
  `SELECT ${COLUMNS} FROM users u
   WHERE u.institution_id = $1 AND (u.created_at, u.id) > ($2, $3)
   ORDER BY u.created_at, u.id LIMIT $4`,
);

/** The page's keys come out of the index alone, however few of the institution's users have changed; only the page itself is read. */
const LIST_UPDATED_SINCE = statement(
  'users_list_updated_since',
  `SELECT ${COLUMNS}
   FROM (SELECT created_at, id FROM users
         WHERE institution_id = $1 AND (created_at, id) > ($2, $3) AND updated_at >= $5
         ORDER BY created_at, id LIMIT $4) page
   JOIN users u ON u.institution_id = $1 AND u.id = page.id
   ORDER BY page.created_at, page.id`,
);

const INSERT = statement(
  'users_insert',
  `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key,
     is_archived, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);

const UPDATE = statement(
  'users_update',
  `UPDATE users SET email = $3, email_key = $4, name = $5, name_is_own = $6, first_name = $7, last_name = $8, image = $9, code = $10,
     code_key = $11, is_archived = $12, revision = $13, updated_at = $14
   WHERE institution_id = $1 AND id = $2`,
);
