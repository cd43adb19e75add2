import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  instant,
  integer,
  type Placeholders,
  sqlStatement,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Interval } from '../domain/log-faults.ts';
import type { Range } from './listed-records.ts';
import { timeRecords } from './tables.ts';
import { lastBy, NIL } from './time-records.ts';

/** The ids of the members after an id, in their order, who have ever had a record. */
export async function listMembersAfter(
  db: Reader,
  { institutionId }: TenantActor,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await db.rows(AFTER, { institutionId, after, limit })).map(({ userId }) => userId);
}

/** Some members by their ids, and the last one that was looked at if others may follow. */
interface MembersPage {
  readonly userIds: readonly string[];
  readonly end: string | null;
}

interface Wanted {
  /** The id before the first. */
  readonly after: string | null;
  readonly atMost: number;
  /** Only of these, who come after it in their order. */
  readonly among?: readonly string[] | null;
  /** Only those of whom a record changed at or after this instant. */
  readonly updatedSince?: string | null;
}

/**
 * The members after an id who have a record in an interval, in their order: at most as many as are asked for, of a
 * bounded number of members who are looked at. An open session lasts until now. Of those who are asked for by changes
 * also who had times corrected since, or a session stopped, perhaps by a late punch: what was in the interval may no
 * longer be.
 */
export async function listMembersWithin(
  db: Reader,
  { institutionId }: TenantActor,
  { from, to, now }: Range,
  { after, atMost, among = null, updatedSince = null }: Wanted,
): Promise<MembersPage> {
  const page = { institutionId, from, to, now, after: after ?? NIL, limit: atMost + 1 };
  const rows = await db.rows(WITHIN, { ...page, among, updatedSince });
  const found = rows.filter(({ isWithin }) => isWithin).map(({ userId }) => userId);
  const userIds = found.slice(0, atMost);
  const last = found.length > atMost ? userIds.at(-1) : rows.find(({ nth }) => nth === MOST_LOOKED_AT)?.userId;
  return { userIds, end: last ?? null };
}

/** Members who are looked at in one call. */
const MOST_LOOKED_AT = 1_000;

/** Those of some members whose logs come to a time or more within an interval, pauses included. @param leastMs the time */
export async function findMembersWithMuchWork(
  db: Reader,
  { institutionId }: TenantActor,
  userIds: readonly string[],
  { start, end }: Interval,
  leastMs: number,
): Promise<string[]> {
  const range = { from: toInstantText(start), to: toInstantText(end) };
  return (await db.rows(MUCH, { institutionId, userIds, ...range, leastMs })).map(({ userId }) => userId);
}

const next = (institutionId: string, after: string) => `(SELECT t.user_id FROM time_records t
     WHERE t.institution_id = ${institutionId} AND t.user_id > ${after} ORDER BY t.user_id, t.start_time LIMIT 1)`;

/** The members after an id: one look-up for each, however many records they have. */
const walk = (institutionId: string, after: string, condition = 'true') => `WITH RECURSIVE m AS (
     SELECT ${next(institutionId, after)} AS user_id WHERE ${condition}
     UNION ALL SELECT ${next(institutionId, 'm.user_id')} FROM m WHERE m.user_id IS NOT NULL)`;

const AFTER = sqlStatement(timeRecords, 'members_after', {
  parameters: { institutionId: uuid(), after: uuid(), limit: bigint() },
  result: { userId: uuid() },
  text: ($) =>
    `${walk($.institutionId, $.after)} SELECT m.user_id AS "userId" FROM m WHERE m.user_id IS NOT NULL LIMIT ${$.limit}`,
});

/**
 * Whether an instant of a record of a member is at or after another one: one look-up, and no scan of all such records
 * of the institution, which the planner may prefer to a look-up for each member.
 */
const hasSince = (institutionId: string, userId: string, column: string, since: string) =>
  `coalesce((SELECT t.user_id FROM time_records t WHERE t.institution_id = ${institutionId}
     AND (t.user_id, t.${column}) >= (${userId}, ${since}) AND t.${column} > '-infinity'
     ORDER BY t.user_id, t.${column} LIMIT 1) = ${userId}, false)`;

/** Records of a member do not overlap: if one is in the interval, the last one that begins before its end is. */
const isWithin = ($: Placeholders<typeof RANGE>, userId: string, or = 'false') => `EXISTS (SELECT
       FROM ${lastBy($.institutionId, userId, $.to, ` AND start_time < ${$.to}`)} AS l
       WHERE l.start_time >= ${$.from} OR coalesce(l.end_time, ${$.now}::timestamptz) > ${$.from} OR ${or})`;

/** Whether it is a session that may have been open until this instant. */
const stopped = (since: string) => `l.source = 'session' AND l.updated_at >= ${since}`;

const RANGE = { institutionId: uuid(), from: instant(), to: instant(), now: instant() };

const WITHIN = sqlStatement(timeRecords, 'members_within', {
  parameters: {
    ...{ ...RANGE, after: uuid(), limit: bigint() },
    ...{ among: uuids().nullable(), updatedSince: instant().nullable() },
  },
  result: { userId: uuid(), nth: integer(), isWithin: boolean() },
  text: ($) => `${walk($.institutionId, $.after, `${$.among}::uuid[] IS NULL`)}
   SELECT s.user_id AS "userId", s.nth, s.is_within AS "isWithin" FROM (
     SELECT k.user_id, k.nth::integer, CASE WHEN ${$.updatedSince}::timestamptz IS NULL THEN ${isWithin($, 'k.user_id')}
       ELSE ${hasSince($.institutionId, 'k.user_id', 'updated_at', $.updatedSince)} AND (${isWithin($, 'k.user_id', stopped($.updatedSince))}
         OR ${hasSince($.institutionId, 'k.user_id', 'corrected_at', $.updatedSince)}) END AS is_within
     FROM (SELECT c.user_id, row_number() OVER () AS nth FROM (
       SELECT m.user_id FROM m WHERE m.user_id IS NOT NULL UNION ALL SELECT unnest(${$.among}::uuid[])) AS c
       LIMIT ${MOST_LOOKED_AT}) AS k OFFSET 0) AS s
   WHERE s.is_within OR s.nth = ${MOST_LOOKED_AT} LIMIT ${$.limit}`,
});

const MUCH = sqlStatement(timeRecords, 'members_with_much_work', {
  parameters: { institutionId: uuid(), userIds: uuids(), from: instant(), to: instant(), leastMs: bigint() },
  result: { userId: uuid() },
  text: ($) => `SELECT k.user_id AS "userId" FROM unnest(${$.userIds}) AS k(user_id)
   CROSS JOIN LATERAL (
     SELECT coalesce((SELECT start_time FROM ${lastBy($.institutionId, 'k.user_id', $.from)} AS b), '-infinity') AS start_time
   ) AS first CROSS JOIN LATERAL (
     SELECT sum(least(t.end_time, ${$.to}) - greatest(t.start_time, ${$.from})) AS gross FROM time_records t
     WHERE t.institution_id = ${$.institutionId} AND (t.user_id, t.start_time) < (k.user_id, ${$.to})
       AND (t.user_id, t.start_time) >= (k.user_id, first.start_time) AND t.end_time > ${$.from}
   ) AS s WHERE extract(epoch FROM s.gross) * 1000 >= ${$.leastMs}::bigint`,
});
