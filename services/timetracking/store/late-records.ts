import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  deleteRows,
  findBy,
  insertRow,
  instant,
  type RowOf,
  sqlPointRead,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { lateRecords } from './tables.ts';
import { toRecord, toRow } from './time-record-rows.ts';

interface Of {
  readonly institutionId: string;
}

/** What terminals sent of a closed month, and when its first punch arrived (epoch milliseconds). */
export interface LateRecord {
  readonly record: TimeRecord;
  readonly isCorrection: boolean;
  readonly arrivedAt: number;
}

/** The member's last late record that begins by an instant. */
export async function findLastLate(
  db: Reader,
  { institutionId }: Of,
  userId: string,
  at: number,
): Promise<LateRecord | null> {
  const row = await db.point(LAST, { institutionId, userId, at: toInstantText(at) });
  return row && toLate(row);
}

/** The late record with an id. */
export async function findLate(db: Reader, { institutionId }: Of, id: string): Promise<LateRecord | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId, id });
  return row && toLate(row);
}

/** A page of late records, the newest first: one more than it holds. @param userId of one member, or null for all */
export async function listLate(
  db: Reader,
  { institutionId }: Of,
  before: Keyset,
  userId: string | null,
): Promise<LateRecord[]> {
  const page = { institutionId, ...before };
  const rows = userId === null ? await db.rows(NEWEST, page) : await db.rows(NEWEST_OF_MEMBER, { ...page, userId });
  return rows.map(toLate);
}

/** Adds a late record. */
export function insertLate(tx: Tx, { institutionId }: Of, late: LateRecord): void {
  tx.write(INSERT, { institutionId, ...rowOf(late) });
}

/** Writes a late record that has changed. */
export function updateLate(tx: Tx, { institutionId }: Of, late: LateRecord): void {
  tx.write(UPDATE, { institutionId, ...rowOf(late) });
}

/** Removes late records. Their members are locked. */
export function deleteLate(tx: Tx, { institutionId }: Of, ids: readonly string[]): void {
  if (ids.length > 0) tx.write(DELETE, { institutionId, ids: [...ids] });
}

/**
 * Removes some of what terminals sent of a member, who is locked: nobody takes it over any more.
 * @returns how many; fewer than the limit when none are left
 */
export async function removeLateOf(
  tx: Tx,
  { institutionId, userId, limit }: Of & { readonly userId: string; readonly limit: number },
): Promise<number> {
  const rows = await tx.rows(OF_MEMBER, { institutionId, userId, limit });
  deleteLate(
    tx,
    { institutionId },
    rows.map(({ id }) => id),
  );
  return rows.length;
}

type LateRow = Omit<RowOf<typeof lateRecords>, 'institutionId'>;

function toLate({ isCorrection, arrivedAt, ...row }: LateRow): LateRecord {
  return { record: toRecord(row), isCorrection, arrivedAt: fromInstantText(arrivedAt) };
}

function rowOf({ record, isCorrection, arrivedAt }: LateRecord): LateRow {
  return { ...toRow(record), isCorrection, arrivedAt: toInstantText(arrivedAt) };
}

const STATE = columnsBut(lateRecords, 'institutionId');
const COLUMNS = columnsOf(lateRecords, 'r', STATE);
const RESULT = typesOf(lateRecords, STATE);

const LAST = sqlPointRead(lateRecords, 'last', {
  key: { institutionId: uuid(), userId: uuid(), at: instant() },
  result: RESULT,
  text: `SELECT ${COLUMNS} FROM late_records r
   WHERE r.institution_id = k.institution_id AND r.user_id = k.user_id AND r.start_time <= k.at
   ORDER BY r.start_time DESC, r.id DESC`,
});

const BY_ID = findBy(lateRecords, ['institutionId', 'id'], STATE);
const INSERT = insertRow(lateRecords);
const UPDATE = updateRow(lateRecords);
const DELETE = deleteRows(lateRecords);

const OF_MEMBER = sqlStatement(lateRecords, 'of_member', {
  parameters: { institutionId: uuid(), userId: uuid(), limit: bigint() },
  result: { id: uuid() },
  text: ($) => `SELECT r.id FROM late_records r
   WHERE r.institution_id = ${$.institutionId} AND r.user_id = ${$.userId} LIMIT ${$.limit}`,
});

const NEWEST = sqlStatement(lateRecords, 'newest', {
  parameters: { ...POSITION, sort: instant() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM late_records r
   WHERE r.institution_id = ${$.institutionId} AND (r.start_time, r.id) < (${$.sort}, ${$.id})
   ORDER BY r.start_time DESC, r.id DESC LIMIT ${$.limit}`,
});

const NEWEST_OF_MEMBER = sqlStatement(lateRecords, 'newest_of_member', {
  parameters: { ...POSITION, sort: instant(), userId: uuid() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM late_records r
   WHERE r.institution_id = ${$.institutionId} AND r.user_id = ${$.userId}
     AND (r.start_time, r.id) < (${$.sort}, ${$.id})
   ORDER BY r.start_time DESC, r.id DESC LIMIT ${$.limit}`,
});
