import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  changeRows,
  columnsBut,
  columnsOf,
  deleteRows,
  insertRows,
  plainText,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import type { Period } from '../domain/periods.ts';
import { findingAcknowledgements } from './tables.ts';

/** An acknowledgement of a finding, as it was seen. */
export type Acknowledgement = Omit<RowOf<typeof findingAcknowledgements>, 'institutionId'>;

type Reason = Pick<Acknowledgement, 'id' | 'reason' | 'revision'>;

interface Of {
  readonly institutionId: string;
}

/** The acknowledgements of findings of some members in some days, by the findings' ids. */
export async function findAcknowledgements(
  db: Reader,
  { institutionId }: Of,
  userIds: readonly string[],
  { start, end }: Period,
): Promise<ReadonlyMap<string, Acknowledgement>> {
  const rows = await db.rows(OF_DAYS, { institutionId, userIds, from: start, to: end });
  return new Map(rows.map((row) => [row.findingId, row]));
}

/** The acknowledgements of some findings. */
export async function findAcknowledgementsById(
  db: Reader,
  { institutionId }: Of,
  findings: readonly { readonly id: string; readonly userId: string; readonly date: string }[],
): Promise<readonly Acknowledgement[]> {
  if (findings.length === 0) return [];
  return db.rows(BY_FINDING, {
    institutionId,
    userIds: findings.map(({ userId }) => userId),
    dates: findings.map(({ date }) => date),
    findingIds: findings.map(({ id }) => id),
  });
}

/** Writes new acknowledgements, after those of the same findings were removed. Their members are locked. */
export function insertAcknowledgements(tx: Tx, { institutionId }: Of, rows: readonly Acknowledgement[]): void {
  if (rows.length > 0) tx.write(INSERT, { institutionId, rows });
}

/** Removes acknowledgements. Their members are locked. */
export function removeAcknowledgements(tx: Tx, { institutionId }: Of, rows: readonly { readonly id: string }[]): void {
  if (rows.length > 0) tx.write(DELETE, { institutionId, ids: rows.map(({ id }) => id) });
}

/** The acknowledgements of findings with some records: the findings are open again if the records change or go. */
export async function findAcknowledgementsOf(
  tx: Tx,
  { institutionId }: Of,
  records: readonly { readonly id: string; readonly userId: string }[],
): Promise<readonly { readonly id: string }[]> {
  if (records.length === 0) return [];
  const userIds = [...new Set(records.map(({ userId }) => userId))];
  return tx.rows(OF_RECORDS, { institutionId, userIds, recordIds: records.map(({ id }) => id) });
}

/** Acknowledgements of a member after a place, by date and finding. */
export function listAcknowledgements(
  db: Reader,
  { institutionId, userId }: Of & { readonly userId: string },
  { sort, id, limit }: Keyset,
): Promise<Acknowledgement[]> {
  return db.rows(OF_MEMBER, { institutionId, userId, sort, id, limit });
}

/** Some acknowledgements of a member with another reason than this. */
export function listReasons(
  tx: Tx,
  { institutionId, userId }: Of & { readonly userId: string },
  except: string,
  limit: number,
): Promise<{ readonly id: string }[]> {
  return tx.rows(WITH_REASON, { institutionId, userId, except, limit });
}

/** Writes the reasons of acknowledgements. */
export function writeReasons(tx: Tx, { institutionId }: Of, rows: readonly Reason[]): void {
  if (rows.length > 0) tx.write(REASONS, { institutionId, rows });
}

const STATE = columnsBut(findingAcknowledgements, 'institutionId');
const COLUMNS = columnsOf(findingAcknowledgements, 'a', STATE);
const RESULT = typesOf(findingAcknowledgements, STATE);

const OF_DAYS = sqlStatement(findingAcknowledgements, 'of_days', {
  parameters: { institutionId: uuid(), userIds: uuids(), from: plainText(), to: plainText() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM unnest(${$.userIds}) AS k(user_id) JOIN finding_acknowledgements a
     ON a.institution_id = ${$.institutionId} AND a.user_id = k.user_id AND a.date >= ${$.from} AND a.date < ${$.to}`,
});

const BY_FINDING = sqlStatement(findingAcknowledgements, 'by_finding', {
  parameters: { institutionId: uuid(), userIds: uuids(), dates: text().array(), findingIds: text().array() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM unnest(${$.userIds}, ${$.dates}, ${$.findingIds}) AS k(user_id, date, finding_id)
   JOIN finding_acknowledgements a ON a.institution_id = ${$.institutionId} AND a.user_id = k.user_id
     AND a.date = k.date AND a.finding_id = k.finding_id`,
});

const OF_RECORDS = sqlStatement(findingAcknowledgements, 'of_records', {
  parameters: { institutionId: uuid(), userIds: uuids(), recordIds: text().array() },
  result: { id: uuid() },
  text: ($) => `SELECT a.id FROM unnest(${$.userIds}) AS k(user_id) JOIN finding_acknowledgements a
     ON a.institution_id = ${$.institutionId} AND a.user_id = k.user_id AND a.record_ids ?| ${$.recordIds}`,
});

const OF_MEMBER = sqlStatement(findingAcknowledgements, 'of_member', {
  parameters: { institutionId: uuid(), userId: uuid(), sort: plainText(), id: plainText(), limit: bigint() },
  result: RESULT,
  text: ($) => `SELECT ${COLUMNS} FROM finding_acknowledgements a
   WHERE a.institution_id = ${$.institutionId} AND a.user_id = ${$.userId} AND (a.date, a.finding_id) > (${$.sort}, ${$.id})
   ORDER BY a.user_id, a.date, a.finding_id LIMIT ${$.limit}`,
});

const WITH_REASON = sqlStatement(findingAcknowledgements, 'with_reason', {
  parameters: { institutionId: uuid(), userId: uuid(), except: text(), limit: bigint() },
  result: { id: uuid() },
  text: ($) => `SELECT a.id FROM finding_acknowledgements a
   WHERE a.institution_id = ${$.institutionId} AND a.user_id = ${$.userId} AND a.reason <> ${$.except}
   ORDER BY a.user_id, a.date, a.finding_id LIMIT ${$.limit}`,
});

const INSERT = insertRows(findingAcknowledgements, { shared: ['institutionId'] });
const DELETE = deleteRows(findingAcknowledgements);
const REASONS = changeRows(findingAcknowledgements, 'reasons', {
  shared: ['institutionId'],
  set: ['reason', 'revision'],
});
