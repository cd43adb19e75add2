import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, sqlStatement, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Interval } from '../domain/log-faults.ts';
import { timeRecords } from './tables.ts';
import { lastBy } from './time-records.ts';

/** The ids of the members after an id, in their order, who have ever had a record. */
export async function listMembersAfter(
  db: Reader,
  { institutionId }: TenantActor,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await db.rows(AFTER, { institutionId, after, limit })).map(({ userId }) => userId);
}

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

/** One look-up for each member, however many records they have. */
const AFTER = sqlStatement(timeRecords, 'members_after', {
  parameters: { institutionId: uuid(), after: uuid(), limit: bigint() },
  result: { userId: uuid() },
  text: ($) => `WITH RECURSIVE m AS (
     SELECT ${next($.institutionId, $.after)} AS user_id
     UNION ALL SELECT ${next($.institutionId, 'm.user_id')} FROM m WHERE m.user_id IS NOT NULL
   ) SELECT m.user_id AS "userId" FROM m WHERE m.user_id IS NOT NULL LIMIT ${$.limit}`,
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
