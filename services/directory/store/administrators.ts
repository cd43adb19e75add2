import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
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
import { type Administrator, AdministratorSchema } from '../../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { countAdministrators } from './administrator-counts.ts';
import { deletePasskeys, listPasskeys } from './passkeys.ts';
import { deleteSessions } from './sessions.ts';
import { deleteSignInLinks } from './sign-in-links.ts';
import { administrators } from './sign-in-tables.ts';
import { users } from './tables.ts';

/** An administrator with what is shown of the user. */
export type AdministratorRow = Omit<RowOf<typeof administrators>, 'institutionId' | 'revision'> &
  Pick<RowOf<typeof users>, 'name' | 'email' | 'isArchived'>;

/** All administrators of the institution, in the order in which they were added. */
export function listAdministrators(db: Reader, { institutionId }: TenantActor): Promise<AdministratorRow[]> {
  return db.rows(LIST, { institutionId });
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

/** Adds an administrator; the user's row is locked. */
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

export function administratorMessage({ id, ...administrator }: AdministratorRow): Administrator {
  return writeAdministrator({ ...administrator, userId: id });
}

const writeAdministrator = messageWriter(AdministratorSchema);

const COLUMNS = ['institutionId', 'id', 'createdBy', 'lastSignedInAt', 'createdAt', 'revision'] as const;
const SHOWN = ['id', 'createdBy', 'lastSignedInAt', 'createdAt'] as const;
const OF_USER = ['name', 'email', 'isArchived'] as const;

const LOCK = lockRow(administrators, ['institutionId', 'id'], COLUMNS);
const INSERT = insertRow(administrators);
const UPDATE = updateRow(administrators);
const DELETE = deleteRows(administrators);

const LIST = sqlStatement(administrators, 'list', {
  parameters: { institutionId: uuid() },
  result: { ...typesOf(administrators, SHOWN), ...typesOf(users, OF_USER) },
  text: ($) => `SELECT ${columnsOf(administrators, 'a', SHOWN)}, ${columnsOf(users, 'u', OF_USER)}
   FROM administrators a JOIN users u ON u.institution_id = a.institution_id AND u.id = a.id
   WHERE a.institution_id = ${$.institutionId} ORDER BY a.created_at, a.id`,
});
