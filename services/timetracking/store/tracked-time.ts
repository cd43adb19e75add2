import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  boundedPage,
  columnsOf,
  instant,
  type Placeholders,
  pageHasMore,
  sqlStatement,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { instantKeyset, PAGE_BYTES } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { TrackedTime } from '../domain/hours.ts';
import type { Interval } from '../domain/log-faults.ts';
import { timeRecords } from './tables.ts';
import { toTrackedTime } from './time-record-rows.ts';
import { lastBy } from './time-records.ts';

/**
 * A member's logs that overlap an interval, and the open session, whenever it began, in order of their starts. All are
 * of one moment, if they fit into one page: some thousand, more than a member has in a year. Those of a
 * member who has more come in several, each of its own moment.
 */
export async function* listTrackedTime(
  db: Reader,
  actor: TenantActor,
  userId: string,
  { start, end }: Interval,
): AsyncGenerator<readonly TrackedTime[]> {
  const { institutionId } = actor;
  const range = { from: toInstantText(start), to: toInstantText(end) };
  let after = instantKeyset(undefined);
  for (;;) {
    const rows = await db.rows(LIST, { institutionId, userId, ...after, limit: AT_ONCE + 1, ...range });
    yield rows.map(toTrackedTime);
    const last = rows.at(-1);
    if (!last || !pageHasMore(rows)) return;
    after = { ...after, sort: last.startTime, id: last.id };
  }
}

const AT_ONCE = 10_000;

/**
 * The same of several members at once, by their ids; null if that is more than a moment's work. A member without any
 * has no entry.
 */
export async function findTrackedTime(
  db: Reader,
  { institutionId }: TenantActor,
  userIds: readonly string[],
  { start, end }: Interval,
): Promise<ReadonlyMap<string, readonly TrackedTime[]> | null> {
  const range = { from: toInstantText(start), to: toInstantText(end) };
  const rows = await db.rows(OF_MEMBERS, {
    institutionId,
    ...instantKeyset(undefined),
    limit: MOST_OF_MEMBERS + 1,
    ...range,
    userIds,
  });
  if (rows.length > MOST_OF_MEMBERS) return null;
  const byMember = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...byMember].map(([userId, own]) => [userId, own.map(toTrackedTime)]));
}

const MOST_OF_MEMBERS = 2_500;

const SHOWN = ['id', 'startTime', 'endTime', 'pauses', 'autoClosed', 'correctedAt'] as const;

const RANGE = { ...POSITION, sort: instant(), from: instant(), to: instant() };

/** As the list of logs, it begins at the last record that starts by `from`: no earlier one ends after it. */
const rowsOf = ($: Placeholders<typeof RANGE>, userId: string) => `(SELECT t.* FROM (
        SELECT coalesce((SELECT start_time FROM ${lastBy($.institutionId, userId, $.from)} AS b), '-infinity') AS start_time
      ) AS first CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = ${$.institutionId} AND (user_id, start_time) < (${userId}, ${$.to})
          AND (user_id, start_time) >= (${userId}, greatest(first.start_time, ${$.sort}))
          AND (start_time, id) > (${$.sort}, ${$.id}) AND coalesce(end_time, 'infinity') > ${$.from}
        ORDER BY user_id, start_time, id LIMIT ${$.limit}) AS t)
      UNION ALL
      (SELECT l.* FROM ${lastBy($.institutionId, userId, "'infinity'")} AS l
       WHERE l.end_time IS NULL AND l.start_time >= ${$.to} AND (l.start_time, l.id) > (${$.sort}, ${$.id}))`;

const LIST = sqlStatement(timeRecords, 'tracked_time', {
  parameters: { ...RANGE, userId: uuid() },
  result: { ...typesOf(timeRecords, SHOWN), hasNext: boolean() },
  text: ($) =>
    boundedPage({
      columns: columnsOf(timeRecords, 'r', SHOWN),
      alias: 'r',
      rows: rowsOf($, $.userId),
      order: 'r.start_time, r.id',
      maxBytes: PAGE_BYTES,
      bytes: '100 + 70 * jsonb_array_length(r.pauses)',
      limit: $.limit,
    }),
});

const OF_MEMBERS = sqlStatement(timeRecords, 'tracked_time_of_members', {
  parameters: { ...RANGE, userIds: uuids() },
  result: { userId: uuid(), ...typesOf(timeRecords, SHOWN) },
  text: ($) => `SELECT r.user_id AS "userId", ${columnsOf(timeRecords, 'r', SHOWN)}
   FROM unnest(${$.userIds}) AS k(user_id) CROSS JOIN LATERAL (${rowsOf($, 'k.user_id')} ORDER BY start_time, id) AS r
   ORDER BY r.user_id, r.start_time, r.id LIMIT ${$.limit}`,
});
