import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, nothing, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { ERASED_NAME } from '../../core/erased-person.ts';
import { archiveChunks, archiveParts } from '../archive/archive-tables.ts';
import { auditLog, standstills } from '../platform-tables.ts';
import { appliedErasures } from './applied-erasures-table.ts';

/** The sequence up to which a database has applied the journal; 0 of a new one. */
export async function appliedSequence(db: Reader): Promise<number> {
  return (await db.rows(FIND, {}))[0]?.sequence ?? 0;
}

/** Notes that the journal is applied up to a sequence. */
export function noteApplied(tx: Tx, sequence: number): void {
  tx.write(NOTE, { sequence });
}

type Person = { readonly institutionId: string; readonly userId: string };

/** Takes the name of a former administrator from some records of what they did. @returns whether those were the last */
export async function eraseAuthor(tx: Tx, person: Person): Promise<boolean> {
  return (await tx.rows(ERASE_AUTHOR, { ...person, limit: RECORDS_PER_STEP })).length < RECORDS_PER_STEP;
}

/** Takes names from the audit of resources of a kind whose `targetId` is the person. */
export function eraseAuditedNames(tx: Tx, person: Person, resource: string): void {
  tx.write(ERASE_FIELDS, { ...person, resource });
}

/** Removes the archive that an institution's administrators have made and that is kept for a day: it has everybody. */
export function dropKeptArchive(tx: Tx, { institutionId }: { readonly institutionId: string }): void {
  tx.write(DROP_PARTS, { institutionId });
  tx.write(DROP_CHUNKS, { institutionId });
}

/**
 * Lets one transaction after the other of directory's database write into the journal: processes share it. Every transaction takes it after the
 * rows that it locks.
 */
export async function lockJournal(tx: Tx): Promise<void> {
  await tx.rows(LOCK_JOURNAL, {});
}

/** Begins the deletion of an institution that was deleted before, and has come back with a restored database. */
export function deleteAgain(tx: Tx, institutionId: string): void {
  tx.write(DELETE_AGAIN, { institutionId });
}

/** An administrator of years may have made 10⁵. */
const RECORDS_PER_STEP = 500;
const PERSON = { institutionId: uuid(), userId: text() };

const FIND = sqlStatement(appliedErasures, 'find', {
  parameters: {},
  result: { sequence: bigint() },
  text: () => 'SELECT a.sequence FROM applied_erasures a',
});

const NOTE = sqlStatement(appliedErasures, 'note', {
  writes: true,
  parameters: { sequence: bigint() },
  result: {},
  text: ({ sequence }) => `INSERT INTO applied_erasures AS a (id, sequence) VALUES (1, ${sequence})
   ON CONFLICT (id) DO UPDATE SET sequence = greatest(a.sequence, excluded.sequence)`,
});

const ERASE_AUTHOR = sqlStatement(auditLog, 'erase_author', {
  writes: true,
  parameters: { ...PERSON, limit: bigint() },
  result: { sequence: bigint() },
  text: ($) => `UPDATE audit_log a SET actor_name = '${ERASED_NAME}'
   FROM (SELECT l.recorded_at, l.sequence FROM audit_log l WHERE l.institution_id = ${$.institutionId}
     AND l.actor_id = ${$.userId} AND l.actor_name <> '${ERASED_NAME}' LIMIT ${$.limit}) named
   WHERE a.institution_id = ${$.institutionId} AND a.recorded_at = named.recorded_at AND a.sequence = named.sequence
   RETURNING a.sequence`,
});

const withoutName = (column: string) =>
  `CASE WHEN ${column} ->> 'name' IS NOT NULL
     THEN (${column}::jsonb || jsonb_build_object('name', '${ERASED_NAME}'))::json ELSE ${column} END`;

const ERASE_FIELDS = sqlStatement(auditLog, 'erase_fields', {
  writes: true,
  parameters: { ...PERSON, resource: text() },
  result: {},
  text: (
    $,
  ) => `UPDATE audit_log SET fields_before = ${withoutName('fields_before')}, fields_after = ${withoutName('fields_after')}
   WHERE institution_id = ${$.institutionId} AND resource = ${$.resource}
     AND ${$.userId} IN (fields_before ->> 'targetId', fields_after ->> 'targetId')
     AND '${ERASED_NAME}' IS DISTINCT FROM coalesce(fields_before ->> 'name', fields_after ->> 'name')`,
});

const DROP_PARTS = sqlStatement(archiveParts, 'drop_all', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ({ institutionId }) => `DELETE FROM archive_parts WHERE institution_id = ${institutionId}`,
});

const DROP_CHUNKS = sqlStatement(archiveChunks, 'drop_all', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ({ institutionId }) => `DELETE FROM archive_chunks WHERE institution_id = ${institutionId}`,
});

const LOCK_JOURNAL = sqlStatement(appliedErasures, 'lock_journal', {
  writes: true,
  parameters: {},
  result: { locked: nothing() },
  // Any number that no other advisory lock of the database has.
  text: () => `SELECT pg_advisory_xact_lock(${0x6a6f7572}) AS locked`,
});

const DELETE_AGAIN = sqlStatement(standstills, 'delete_again', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ({
    institutionId,
  }) => `INSERT INTO standstills AS s (institution_id, state, is_settled, closed_at, deleting_since, deleted_rows)
   VALUES (${institutionId}, 'deleting', true, clock_timestamp(), clock_timestamp(), '{}')
   ON CONFLICT (institution_id) DO UPDATE SET state = 'deleting', until = NULL, is_settled = true,
     closed_at = coalesce(s.closed_at, excluded.closed_at), deleting_since = excluded.deleting_since,
     deleted_rows = coalesce(s.deleted_rows, '{}')
   WHERE s.deleted_at IS NULL AND s.deleting_since IS NULL`,
});
