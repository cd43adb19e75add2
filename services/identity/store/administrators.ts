import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsOf,
  deleteRows,
  insertRow,
  lockRow,
  type RowOf,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Administrator, AdministratorSchema } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { countAdministrators } from './administrator-counts.ts';
import { isActiveUser } from './archived-users.ts';
import { deletePasskeys, listPasskeys } from './passkeys.ts';
import { deleteSessions } from './sessions.ts';
import { deleteSignInLinks } from './sign-in-links.ts';
import { administrators } from './sign-in-tables.ts';

/** An administrator as shown, without what is the user's. */
export type AdministratorRow = Pick<RowOf<typeof administrators>, (typeof SHOWN)[number]>;

/** What is shown of an administrator's user. */
export type ShownUser = Pick<User, 'name' | 'email' | 'isArchived'>;

/** All administrators of the institution, in the order in which they were added, and whether they can sign in. */
export function listAdministrators(
  db: Reader,
  { institutionId }: TenantActor,
): Promise<(AdministratorRow & { readonly isActive: boolean })[]> {
  return db.rows(LIST, { institutionId });
}

/** Locks who administers an institution until the transaction ends: nobody else is added or removed meanwhile. */
export function lockAdministrators(tx: Tx, actor: TenantActor): void {
  countAdministrators(tx, actor, 0);
}

/** An administrator, locked until the transaction ends. */
export async function lockAdministrator(
  tx: Tx,
  { institutionId }: Pick<TenantActor, 'institutionId'>,
  userId: string,
): Promise<RowOf<typeof administrators> | null> {
  if (!isUuid(userId)) return null;
  const [row] = await tx.rows(LOCK, { institutionId, id: userId });
  return row ?? null;
}

/** Adds an administrator; the institution's are locked by {@link lockAdministrators}. */
export function insertAdministrator(tx: Tx, actor: TenantActor, administrator: NewAdministrator): void {
  tx.write(INSERT, { institutionId: actor.institutionId, lastSignedInAt: null, ...administrator });
  countAdministrators(tx, actor, 1);
}

type NewAdministrator = Omit<RowOf<typeof administrators>, 'institutionId' | 'lastSignedInAt'>;

/** Gives an administrator a new revision, and a new last sign-in; the row is locked by {@link lockAdministrator}. */
export function updateAdministrator(tx: Tx, administrator: RowOf<typeof administrators>): void {
  tx.write(UPDATE, administrator);
}

/** Removes an administrator and whatever could sign the user in; the row is locked by {@link lockAdministrator}. */
export async function deleteAdministrator(tx: Tx, { institutionId }: TenantActor, userId: string): Promise<void> {
  const passkeys = await listPasskeys(tx, { institutionId, userId });
  deletePasskeys(
    tx,
    { institutionId },
    passkeys.map(({ id }) => id),
  );
  deleteSignInLinks(tx, { institutionId, userId });
  deleteSessions(tx, { institutionId, userId });
  tx.write(DELETE, { institutionId, ids: [userId] });
}

export function administratorMessage(
  { id, ...administrator }: AdministratorRow,
  { name, email, isArchived }: ShownUser,
): Administrator {
  return writeAdministrator({ ...administrator, userId: id, name, email, isArchived });
}

const writeAdministrator = messageWriter(AdministratorSchema);

const COLUMNS = ['institutionId', 'id', 'createdBy', 'lastSignedInAt', 'createdAt', 'revision'] as const;
const SHOWN = ['id', 'createdBy', 'lastSignedInAt', 'createdAt'] as const;

const LOCK = lockRow(administrators, ['institutionId', 'id'], COLUMNS);
const INSERT = insertRow(administrators);
const UPDATE = updateRow(administrators);
const DELETE = deleteRows(administrators);

const LIST = sqlStatement(administrators, 'list', {
  parameters: { institutionId: uuid() },
  result: { ...typesOf(administrators, SHOWN), isActive: boolean() },
  text: ($) => `SELECT ${columnsOf(administrators, 'a', SHOWN)},
     ${isActiveUser('a.institution_id', 'a.id')} AS "isActive" FROM administrators a
   WHERE a.institution_id = ${$.institutionId} ORDER BY a.created_at, a.id`,
});
