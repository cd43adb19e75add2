import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  deleteRows,
  findBy,
  insertRow,
  lockRow,
  sqlStatement,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { personHolds } from './retention-tables.ts';

interface Key {
  readonly institutionId: string;
  /** The user's. */
  readonly id: string;
}

/** How many people of an institution can be on hold. */
export const MAX_HOLDS = 1_000;

/** The hold of a user. */
export function findHold(db: Reader, { institutionId, id }: Key) {
  return db.point(FIND, { institutionId, id });
}

/** The same, locked until the transaction ends. */
export async function lockHold(tx: Tx, { institutionId, id }: Key) {
  return (await tx.rows(LOCK, { institutionId, id }))[0];
}

/** Puts a user on hold, or gives a hold another reason. The user's row is locked. */
export async function writeHold(
  tx: Tx,
  key: Key,
  { reason, at, revision }: { readonly reason: string; readonly at: string; readonly revision: string },
): Promise<void> {
  const held = await lockHold(tx, key);
  if (held) tx.write(UPDATE, { ...key, reason, revision, updatedAt: at });
  else tx.write(INSERT, { ...key, reason, revision, createdAt: at, updatedAt: at });
}

/** Ends a hold. The user's row is locked. @returns whether there was one */
export async function endHold(tx: Tx, key: Key): Promise<boolean> {
  const held = await lockHold(tx, key);
  if (held) tx.write(DELETE, { institutionId: key.institutionId, ids: [key.id] });
  return held !== undefined;
}

/** The people on hold, at most {@link MAX_HOLDS}. */
export async function listHeld(db: Reader, institutionId: string): Promise<string[]> {
  return (await db.rows(LIST, { institutionId, limit: MAX_HOLDS })).map(({ id }) => id);
}

const FIND = findBy(personHolds, ['institutionId', 'id'], ['reason', 'createdAt']);
const LOCK = lockRow(personHolds, ['institutionId', 'id'], ['id']);
const INSERT = insertRow(personHolds);
const UPDATE = updateRow(personHolds, { keep: ['createdAt'] });
const DELETE = deleteRows(personHolds);

const LIST = sqlStatement(personHolds, 'list', {
  parameters: { institutionId: uuid(), limit: bigint() },
  result: { id: uuid() },
  text: ($) =>
    `SELECT h.id FROM person_holds h WHERE h.institution_id = ${$.institutionId} ORDER BY h.id LIMIT ${$.limit}`,
});
