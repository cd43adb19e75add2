import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  findBy,
  instant,
  integer,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { standsStill } from '../../../platform/data/standstill/fence.ts';
import { type LeftReason, leftPeople, retentions } from './retention-tables.ts';
import { users } from './tables.ts';

export type Run = RowOf<typeof retentions>;

interface Of {
  readonly institutionId: string;
}

/** The runs of an institution; null if nothing of it goes by its age. */
export function findRetention(db: Reader, { institutionId }: Of): Promise<Run | null> {
  return db.point(FIND, { institutionId });
}

/** Sets when the next run begins. */
export function scheduleRetention(tx: Tx, next: Of & { readonly dueAt: string }): void {
  tx.write(SCHEDULE, next);
}

/** Lets the next run begin by an instant. @returns when it does; undefined if there is none */
export async function hastenRetention(tx: Tx, next: Of & { readonly dueAt: string }): Promise<string | undefined> {
  return (await tx.rows(HASTEN, next))[0]?.dueAt;
}

/** Ends the runs of an institution. */
export function endRetention(tx: Tx, { institutionId }: Of): void {
  tx.write(END, { institutionId });
}

/** Some runs whose time has come, of institutions that do not stand still. */
export function dueRuns(db: Reader, at: string): Promise<Run[]> {
  return db.rows(DUE, { at, limit: RUNS });
}

/** The run as it is now, locked until the transaction ends. */
export async function lockRun(tx: Tx, { institutionId }: Of): Promise<Run | undefined> {
  return (await tx.rows(LOCK, { institutionId }))[0];
}

/** Notes how far a run is. It is locked. */
export function noteRun(tx: Tx, run: Run): void {
  tx.write(NOTE, run);
}

/** The next people who were archived before an instant, by id: also those who cannot be erased. */
export async function archivedBefore(
  db: Reader,
  archived: Of & { readonly before: string; readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  return (await db.rows(ARCHIVED_BEFORE, { ...archived, after: archived.after ?? LEAST_ID })).map(({ id }) => id);
}

/** Notes why a run has left somebody. */
export function noteLeft(tx: Tx, left: RowOf<typeof leftPeople>): void {
  tx.write(NOTE_LEFT, left);
}

/** Forgets whom earlier runs have left. */
export function forgetLeft(tx: Tx, earlier: Of & { readonly before: string }): void {
  tx.write(FORGET_LEFT, earlier);
}

/** Forgets that a run has left a person. */
export function forgetLeftPerson(tx: Tx, { institutionId, id }: Of & { readonly id: string }): void {
  tx.write(FORGET_PERSON, { institutionId, id });
}

/** The first people whom the last run has left and who are still there, by name, and how many they are. */
export function listLeft(db: Reader, { institutionId }: Of) {
  return db.rows(LEFT, { institutionId, limit: LEFT_SHOWN });
}

const RUNS = 100;
const LEFT_SHOWN = 100;
const LEAST_ID = '00000000-0000-0000-0000-000000000000';
const COLUMNS = columnsBut(retentions);
const NEXT = typesOf(retentions, ['institutionId', 'dueAt'] as const);

const FIND = findBy(retentions, ['institutionId'], COLUMNS);

const SCHEDULE = sqlStatement(retentions, 'schedule', {
  writes: true,
  parameters: NEXT,
  result: {},
  text: (
    $,
  ) => `INSERT INTO retentions (institution_id, due_at, people, sequence) VALUES (${$.institutionId}, ${$.dueAt}, 0, 0)
   ON CONFLICT (institution_id) DO UPDATE SET due_at = excluded.due_at, started_at = NULL, position = NULL,
     ran_on = NULL`,
});

const HASTEN = sqlStatement(retentions, 'hasten', {
  writes: true,
  parameters: NEXT,
  result: typesOf(retentions, ['dueAt'] as const),
  text: ($) => `UPDATE retentions t SET due_at = least(t.due_at, ${$.dueAt}) WHERE t.institution_id = ${$.institutionId}
   RETURNING ${columnsOf(retentions, 't', ['dueAt'])}`,
});

const END = sqlStatement(retentions, 'end', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM retentions WHERE institution_id = ${$.institutionId}`,
});

const DUE = sqlStatement(retentions, 'due', {
  parameters: { at: instant(), limit: bigint() },
  result: typesOf(retentions, COLUMNS),
  text: ($) => `SELECT ${columnsOf(retentions, 't', COLUMNS)} FROM retentions t
   WHERE t.due_at <= ${$.at} AND NOT ${standsStill('t.institution_id')} ORDER BY t.due_at LIMIT ${$.limit}`,
});

const LOCK = sqlStatement(retentions, 'lock', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: typesOf(retentions, COLUMNS),
  text: ($) => `SELECT ${columnsOf(retentions, 't', COLUMNS)} FROM retentions t
   WHERE t.institution_id = ${$.institutionId} FOR NO KEY UPDATE`,
});

const NOTE = sqlStatement(retentions, 'note', {
  writes: true,
  parameters: typesOf(retentions, COLUMNS),
  result: {},
  text: ($) => `UPDATE retentions SET due_at = ${$.dueAt}, started_at = ${$.startedAt}, position = ${$.position},
     people = ${$.people}, sequence = ${$.sequence}, ran_on = ${$.ranOn} WHERE institution_id = ${$.institutionId}`,
});

const ARCHIVED_BEFORE = sqlStatement(users, 'archived_before', {
  parameters: { institutionId: uuid(), before: instant(), after: uuid(), limit: bigint() },
  result: { id: uuid() },
  text: ($) => `SELECT u.id FROM users u WHERE u.institution_id = ${$.institutionId} AND u.is_archived
     AND u.erased_at IS NULL AND u.id > ${$.after} AND coalesce(u.archived_at, u.updated_at) < ${$.before}
     AND NOT EXISTS (SELECT FROM erasures e WHERE e.institution_id = u.institution_id AND e.user_id = u.id)
   ORDER BY u.id LIMIT ${$.limit}`,
});

const NOTE_LEFT = sqlStatement(leftPeople, 'note', {
  writes: true,
  parameters: typesOf(leftPeople, columnsBut(leftPeople)),
  result: {},
  text: ($) => `INSERT INTO left_people (institution_id, user_id, reason, noted_at)
   VALUES (${$.institutionId}, ${$.userId}, ${$.reason}, ${$.notedAt})
   ON CONFLICT (institution_id, user_id) DO UPDATE SET reason = excluded.reason, noted_at = excluded.noted_at`,
});

const FORGET_LEFT = sqlStatement(leftPeople, 'forget', {
  writes: true,
  parameters: { institutionId: uuid(), before: instant() },
  result: {},
  text: ($) => `DELETE FROM left_people WHERE institution_id = ${$.institutionId} AND noted_at < ${$.before}`,
});

const FORGET_PERSON = sqlStatement(leftPeople, 'forget_person', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid() },
  result: {},
  text: ($) => `DELETE FROM left_people WHERE institution_id = ${$.institutionId} AND user_id = ${$.id}`,
});

const LEFT = sqlStatement(leftPeople, 'list', {
  parameters: { institutionId: uuid(), limit: bigint() },
  result: { userId: uuid(), name: text(), reason: text<LeftReason>(), total: integer() },
  text: ($) => `SELECT l.user_id AS "userId", u.name, l.reason, (count(*) OVER ())::int AS total
   FROM left_people l JOIN users u ON u.institution_id = l.institution_id AND u.id = l.user_id
   WHERE l.institution_id = ${$.institutionId} AND u.is_archived AND u.erased_at IS NULL
     AND (l.reason <> 'held' OR EXISTS (SELECT FROM person_holds h WHERE h.institution_id = l.institution_id AND h.id = l.user_id))
   ORDER BY u.name COLLATE "C", u.id LIMIT ${$.limit}`,
});
