import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  deleteRows,
  findBy,
  insertRow,
  lockRow,
  type RowOf,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { PasskeySchema } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { isActiveUser } from './archived-users.ts';
import { passkeys } from './sign-in-tables.ts';

export type PasskeyRow = RowOf<typeof passkeys>;
type Owner = Pick<AdministratorActor, 'institutionId' | 'userId'>;

/**
 * The passkey with a credential, unless its user is archived. The institution is not known beforehand: the passkey
 * determines it.
 */
export function findPasskey(db: Reader, credentialId: Uint8Array): Promise<PasskeyRow | null> {
  return db.point(BY_CREDENTIAL, { credentialId });
}

/** An administrator's passkeys, in the order of their creation. */
export function listPasskeys(db: Reader, { institutionId, userId }: Owner): Promise<PasskeyRow[]> {
  return db.rows(LIST, { institutionId, userId });
}

/** One of an administrator's passkeys, locked until the transaction ends. */
export async function lockPasskey(tx: Tx, { institutionId, userId }: Owner, id: string): Promise<PasskeyRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId, userId, id });
  return row ?? null;
}

export function insertPasskey(tx: Tx, passkey: PasskeyRow): void {
  tx.write(INSERT, passkey);
}

/** Writes a passkey; the row is locked by {@link lockPasskey}. */
export function updatePasskey(tx: Tx, passkey: PasskeyRow): void {
  tx.write(UPDATE, passkey);
}

export function deletePasskeys(tx: Tx, { institutionId }: Pick<Owner, 'institutionId'>, ids: readonly string[]): void {
  tx.write(DELETE, { institutionId, ids });
}

export const passkeyMessage = messageWriter(PasskeySchema);

const COLUMNS = columnsBut(passkeys);

const BY_CREDENTIAL = findBy(passkeys, ['credentialId'], COLUMNS, isActiveUser('t.institution_id', 't.user_id'));

const LIST = sqlStatement(passkeys, 'list', {
  parameters: { institutionId: uuid(), userId: uuid() },
  result: typesOf(passkeys, COLUMNS),
  text: ($) => `SELECT ${columnsOf(passkeys, 'p', COLUMNS)} FROM passkeys p
   WHERE p.institution_id = ${$.institutionId} AND p.user_id = ${$.userId} ORDER BY p.created_at, p.id`,
});

const LOCK = lockRow(passkeys, ['institutionId', 'userId', 'id'], COLUMNS);
const INSERT = insertRow(passkeys);
const UPDATE = updateRow(passkeys);
const DELETE = deleteRows(passkeys);
