import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  instant,
  integer,
  type Placeholders,
  sqlStatement,
  text,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { Aged, Place } from '../../../platform/process/erasure/erasing.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { RECORDS_PER_STEP } from './erased-records.ts';
import { timeRecords } from './tables.ts';
import { toRecord } from './time-record-rows.ts';

interface Spared {
  /** Members whose records stay. */
  readonly spared: readonly string[];
}

/** The next records after a place that ended before an instant; of notes, only those that have one. */
export function findOld(
  tx: Tx,
  { institutionId, userId, before, kind, after, spared }: Aged & Spared & { readonly after: Place | undefined },
) {
  const { sort, id } = after ?? { sort: '-infinity', id: LEAST_ID };
  const page = { institutionId, before, spared: [...spared], sort, id, limit: RECORDS_PER_STEP };
  if (userId !== null) return tx.rows(OLD_OF_MEMBER, { ...page, userId });
  return tx.rows(kind === 'hours' ? OLD : OLD_NOTES, page);
}

/** Those of them that are so under the locks of their members. */
export async function findStillOld(
  tx: Tx,
  { institutionId, before, kind }: Aged,
  ids: string[],
): Promise<TimeRecord[]> {
  if (ids.length === 0) return [];
  return (await tx.rows(STILL_OLD, { institutionId, before, ids, kind })).map(toRecord);
}

/** How many records ended before some instants, null for none of them; of notes, only those that have one. */
export async function countOld(
  db: Reader,
  of: { readonly institutionId: string; readonly spared: readonly string[] },
  { notesBefore, hoursBefore }: { readonly notesBefore: string | null; readonly hoursBefore: string | null },
): Promise<{ readonly notes: number; readonly hours: number }> {
  const count = async (statement: typeof COUNT, before: string | null) =>
    before === null ? 0 : ((await db.rows(statement, { ...of, spared: [...of.spared], before }))[0]?.records ?? 0);
  const [notes, hours] = await Promise.all([count(COUNT_NOTES, notesBefore), count(COUNT, hoursBefore)]);
  return { notes, hours };
}

/** Whether any records ended before an instant; of notes, whether any that have one. Null: none are asked for. */
export async function hasOld(
  db: Reader,
  { institutionId, spared }: Spared & { readonly institutionId: string },
  { kind, before }: { readonly kind: 'notes' | 'hours'; readonly before: string | null },
): Promise<boolean> {
  if (before === null) return false;
  const first = { institutionId, spared: [...spared], before, sort: '-infinity', id: LEAST_ID, limit: 1 };
  return (await db.rows(kind === 'hours' ? OLD : OLD_NOTES, first)).length > 0;
}

/** Those of some members who have an open session. */
export async function findClockedIn(db: Reader, institutionId: string, userIds: string[]): Promise<string[]> {
  return (await db.rows(CLOCKED_IN, { institutionId, userIds })).map(({ userId }) => userId);
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';
const FOUND = ['id', 'userId', 'startTime'] as const;
const HAS_NOTE = 'r.note IS NOT NULL';
const STATE = columnsBut(timeRecords, 'institutionId');
const SPARED = { institutionId: uuid(), before: instant(), spared: uuids() };

/** An open session has not. */
const hasEnded = (before: string) => `r.end_time < ${before}`;

// A record ends after it has begun, so the index by start finds them all.
const isOld = ($: { readonly institutionId: string; readonly before: string; readonly spared: string }) =>
  `r.institution_id = ${$.institutionId} AND r.start_time < ${$.before} AND ${hasEnded($.before)}
     AND r.user_id <> ALL(${$.spared})`;

const PAGE = { ...SPARED, sort: instant(), id: uuid(), limit: bigint() };
const pageOf = ($: Placeholders<typeof PAGE>, condition: string) =>
  `SELECT ${columnsOf(timeRecords, 'r', FOUND)} FROM time_records r WHERE ${isOld($)} AND ${condition}
     AND (r.start_time, r.id) > (${$.sort}, ${$.id}) ORDER BY r.start_time, r.id LIMIT ${$.limit}`;
const page = (purpose: string, condition: string) =>
  sqlStatement(timeRecords, purpose, {
    parameters: PAGE,
    result: typesOf(timeRecords, FOUND),
    text: ($) => pageOf($, condition),
  });
const OLD = page('old', 'true');
const OLD_NOTES = page('old_with_note', HAS_NOTE);
const OLD_OF_MEMBER = sqlStatement(timeRecords, 'old_of_member', {
  parameters: { ...PAGE, userId: uuid() },
  result: typesOf(timeRecords, FOUND),
  text: ($) => pageOf($, `r.user_id = ${$.userId}`),
});

const count = (purpose: string, condition: string) =>
  sqlStatement(timeRecords, purpose, {
    parameters: SPARED,
    result: { records: integer() },
    text: ($) => `SELECT count(*)::int AS records FROM time_records r WHERE ${isOld($)} AND ${condition}`,
  });
const COUNT = count('count_old', 'true');
const COUNT_NOTES = count('count_old_with_note', HAS_NOTE);

const STILL_OLD = sqlStatement(timeRecords, 'still_old', {
  parameters: { institutionId: uuid(), before: instant(), ids: uuids(), kind: text() },
  result: typesOf(timeRecords, STATE),
  text: ($) => `SELECT ${columnsOf(timeRecords, 'r', STATE)} FROM time_records r
   WHERE r.institution_id = ${$.institutionId} AND r.id = ANY(${$.ids}) AND ${hasEnded($.before)}
     AND (${$.kind} = 'hours' OR ${HAS_NOTE}) ORDER BY r.id`,
});

const CLOCKED_IN = sqlStatement(timeRecords, 'clocked_in', {
  parameters: { institutionId: uuid(), userIds: uuids() },
  result: { userId: uuid() },
  text: ($) => `SELECT r.user_id AS "userId" FROM time_records r
   WHERE r.institution_id = ${$.institutionId} AND r.user_id = ANY(${$.userIds}) AND r.end_time IS NULL`,
});
