import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, integer, json, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { Sums } from '../domain/usage.ts';
import type { Owner } from './request-chunks.ts';
import { usageHours } from './tables.ts';

/** The period of a usage: instant text of whole hours or days. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly unit: 'hour' | 'day';
}

/** The usage of each interval that has requests, or has lost some, by start: all of one moment. */
export function listUsage(db: Reader, owner: Owner, period: Period) {
  return db.rows(USAGE, { ...owner, ...period });
}

const PERIOD = {
  ...{ institutionId: uuid(), integrationId: uuid().nullable() },
  ...{ from: instant(), to: instant(), unit: text<Period['unit']>() },
};

/** A sum of sums, at most the largest exact integer of JavaScript. */
function total(column: string): string {
  return `least(sum(${column}), ${Number.MAX_SAFE_INTEGER})::bigint`;
}

const USAGE = sqlStatement(usageHours, 'usage', {
  parameters: PERIOD,
  result: { start: instant(), sums: json<readonly Sums[]>(), durations: integer().array(), lost: bigint() },
  text: ($) => {
    const own = `u.institution_id = ${$.institutionId} AND u.hour >= ${$.from} AND u.hour < ${$.to}
     AND (${$.integrationId}::uuid IS NULL OR u.integration_id = ${$.integrationId})`;
    const start = `date_trunc(${$.unit}, u.hour, 'UTC')::timestamptz(3) AS start`;
    return `WITH sums AS (
     SELECT ${start}, u.status_class AS "statusClass", ${total('u.requests')} AS requests,
       ${total('u.rate_limited')} AS "rateLimited", ${total('u.bytes_in')} AS "bytesIn", ${total('u.bytes_out')} AS "bytesOut"
     FROM usage_routes u WHERE ${own} GROUP BY 1, 2
   ), hours AS (
     SELECT ${start}, u.durations, u.lost FROM usage_hours u WHERE ${own}
   ), buckets AS (
     SELECT h.start, d.n, least(sum(d.count), 2147483647)::integer AS count
     FROM hours h CROSS JOIN LATERAL unnest(h.durations) WITH ORDINALITY AS d(count, n) GROUP BY h.start, d.n
   )
   SELECT start, coalesce(s.sums, '[]') AS sums, coalesce(b.durations, '{}') AS durations, coalesce(t.lost, 0) AS lost
   FROM (SELECT start, ${total('lost')} AS lost FROM hours GROUP BY start) AS t
   FULL JOIN (SELECT s.start, json_agg(s) AS sums FROM sums s GROUP BY s.start) AS s USING (start)
   LEFT JOIN (SELECT start, array_agg(count ORDER BY n) AS durations FROM buckets GROUP BY start) AS b USING (start)
   ORDER BY start`;
  },
});
