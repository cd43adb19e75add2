import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  deleteRows,
  findBy,
  insertRow,
  instant,
  integer,
  lockRow,
  type RowOf,
  removeExpired,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { PasskeySchema } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { hashSecret } from '../domain/secrets.ts';
import { MAY_SIGN_IN } from './archived-users.ts';
import { passkeyChallenges, passkeys } from './sign-in-tables.ts';

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

const BY_CREDENTIAL = findBy(passkeys, ['credentialId'], COLUMNS, MAY_SIGN_IN);

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

interface Challenge extends Pick<RowOf<typeof passkeyChallenges>, 'userId'> {
  readonly challenge: string;
}

export function insertChallenge(tx: Tx, { challenge, ...row }: Challenge & { readonly expiresAt: string }): void {
  tx.write(INSERT_CHALLENGE, { challengeHash: hashSecret(challenge), ...row });
}

/**
 * Uses a challenge up; false if it was not issued for that user, or was used, or has expired. Of two transactions that
 * use it, the second waits and does not find it.
 * @param at instant text
 */
export async function useChallenge(tx: Tx, { challenge, userId }: Challenge, at: string): Promise<boolean> {
  return (await tx.rows(USE, { challengeHash: hashSecret(challenge), userId, at })).length > 0;
}

/** Forgets the challenges of a user. */
export function deleteChallenges(tx: Tx, userId: string): void {
  tx.write(DELETE_CHALLENGES, { userId });
}

/** See the platform's Expiry. */
export const removeChallenges = removeExpired(passkeyChallenges, 'expiresAt');

const DELETE_CHALLENGES = sqlStatement(passkeyChallenges, 'delete_of_user', {
  writes: true,
  parameters: { userId: uuid() },
  result: {},
  text: ({ userId }) => `DELETE FROM passkey_challenges WHERE user_id = ${userId}`,
});

const INSERT_CHALLENGE = insertRow(passkeyChallenges);

const USE = sqlStatement(passkeyChallenges, 'use', {
  writes: true,
  parameters: { challengeHash: passkeyChallenges.columns.challengeHash, userId: uuid().nullable(), at: instant() },
  result: { used: integer() },
  text: ($) => `DELETE FROM passkey_challenges WHERE challenge_hash = ${$.challengeHash}
     AND user_id IS NOT DISTINCT FROM ${$.userId} AND expires_at > ${$.at} RETURNING 1 AS used`,
});
