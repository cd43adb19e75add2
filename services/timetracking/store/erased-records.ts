import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  changeRows,
  columnsBut,
  columnsOf,
  deleteRows,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { timeRecords } from './tables.ts';
import { toRecord, toRow } from './time-record-rows.ts';

interface Of {
  readonly institutionId: string;
  readonly userId: string;
}

/** What stands for text that somebody has typed: the label of a timestamp, or a reason. */
export const ERASED_TEXT = '…';

export const RECORDS_PER_STEP = 200;

/** Records of a member with text that somebody has typed: a note, or a label that is no template's. */
export async function findRecordsWithText(tx: Tx, of: Of): Promise<TimeRecord[]> {
  return (await tx.rows(WITH_TEXT, { ...of, limit: RECORDS_PER_STEP, erasedLabel: ERASED_TEXT })).map(toRecord);
}

/** The labels of the institution's templates. */
export async function findLabels(tx: Tx, { institutionId }: Of): Promise<Set<string>> {
  return new Set((await tx.rows(LABELS, { institutionId })).map(({ label }) => label));
}

/** Writes notes and labels of records. */
export function writeTexts(tx: Tx, { institutionId }: Pick<Of, 'institutionId'>, records: readonly TimeRecord[]): void {
  tx.write(ERASE, { institutionId, rows: records.map(toRow) });
}

/** Removes records of a member. @returns those that were removed */
export async function removeRecords(tx: Tx, { institutionId, userId }: Of): Promise<TimeRecord[]> {
  const records = (await tx.rows(ALL, { institutionId, userId, limit: RECORDS_PER_STEP })).map(toRecord);
  deleteRecords(tx, institutionId, records);
  return records;
}

/** Removes these records. Their members are locked. */
export function deleteRecords(tx: Tx, institutionId: string, records: readonly TimeRecord[]): void {
  if (records.length > 0) tx.write(DELETE, { institutionId, ids: records.map(({ id }) => id) });
}

const STATE = columnsBut(timeRecords, 'institutionId');
const parameters = { institutionId: uuid(), userId: uuid(), limit: bigint() };
const IS_LABEL = (institution: string) => `EXISTS (SELECT FROM timestamp_templates t
     WHERE t.institution_id = ${institution} AND t.label = s ->> 'label')`;

const WITH_TEXT = sqlStatement(timeRecords, 'with_text', {
  parameters: { ...parameters, erasedLabel: text() },
  result: typesOf(timeRecords, STATE),
  text: ($) => `SELECT ${columnsOf(timeRecords, 'r', STATE)} FROM time_records r
   WHERE r.institution_id = ${$.institutionId} AND r.user_id = ${$.userId}
     AND (r.note IS NOT NULL OR EXISTS (SELECT FROM jsonb_array_elements(r.timestamps) s
       WHERE s ->> 'label' <> ${$.erasedLabel} AND NOT ${IS_LABEL($.institutionId)}))
   ORDER BY r.user_id, r.start_time LIMIT ${$.limit}`,
});

const LABELS = sqlStatement(timeRecords, 'labels', {
  parameters: { institutionId: uuid() },
  result: { label: text() },
  text: ({ institutionId }) => `SELECT t.label FROM timestamp_templates t WHERE t.institution_id = ${institutionId}`,
});

const ALL = sqlStatement(timeRecords, 'all_of_member', {
  parameters,
  result: typesOf(timeRecords, STATE),
  text: ($) => `SELECT ${columnsOf(timeRecords, 'r', STATE)} FROM time_records r
   WHERE r.institution_id = ${$.institutionId} AND r.user_id = ${$.userId}
   ORDER BY r.user_id, r.start_time LIMIT ${$.limit}`,
});

const ERASE = changeRows(timeRecords, 'erase', {
  shared: ['institutionId'],
  set: ['note', 'timestamps', 'revision', 'updatedAt'],
});

const DELETE = deleteRows(timeRecords);
