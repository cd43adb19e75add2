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
import { eraseAudited } from '../../../platform/data/erasure/audited-values.ts';
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

/** In the audit log. */
const RESOURCE = 'time_record';

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

/** Some records of a member. */
export async function findRecordsOf(tx: Tx, { institutionId, userId }: Of): Promise<TimeRecord[]> {
  return (await tx.rows(ALL, { institutionId, userId, limit: RECORDS_PER_STEP })).map(toRecord);
}

/**
 * Removes these records, and their times from the audit log: nobody finds them there afterwards. Their members are
 * locked.
 * @returns false if they are still there, because their changes take more than one step
 */
export async function deleteRecords(tx: Tx, institutionId: string, records: readonly TimeRecord[]): Promise<boolean> {
  if (records.length === 0) return true;
  const ids = records.map(({ id }) => id);
  const audited = { institutionId, resource: RESOURCE, ids };
  if (!(await eraseAudited(tx, audited, true))) return false;
  tx.write(DELETE, { institutionId, ids });
  // The deletion itself.
  return eraseAudited(tx, audited, true);
}

/** Takes from the audit log why records of a member were changed. @returns whether that was the last of it */
export async function eraseReasons(tx: Tx, of: Of): Promise<boolean> {
  const found = await tx.rows(WITH_REASON, { ...of, limit: RECORDS_PER_STEP });
  const { institutionId } = of;
  const audited = { institutionId, resource: RESOURCE, ids: found.map(({ id }) => id) };
  return (await eraseAudited(tx, audited, false)) && found.length < RECORDS_PER_STEP;
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

const WITH_REASON = sqlStatement(timeRecords, 'with_reason', {
  parameters,
  result: { id: uuid() },
  text: ($) => `SELECT r.id FROM time_records r
   WHERE r.institution_id = ${$.institutionId} AND r.user_id = ${$.userId} AND EXISTS (SELECT FROM audit_log a
     WHERE a.institution_id = ${$.institutionId} AND a.resource_id = r.id AND a.reason IS NOT NULL)
   ORDER BY r.user_id, r.start_time LIMIT ${$.limit}`,
});

const ERASE = changeRows(timeRecords, 'erase', {
  shared: ['institutionId'],
  set: ['note', 'timestamps', 'revision', 'updatedAt'],
});

const DELETE = deleteRows(timeRecords);
