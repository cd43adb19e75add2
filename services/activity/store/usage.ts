import { bigint, instant, integer, text, uuid } from '../../../platform/data/schema/column.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import type { Owner } from './requests.ts';
import { usageHours, usageRoutes } from './tables.ts';

/** The period of a usage: instant text of whole hours or days. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly unit: 'hour' | 'day';
}

/** The sums of each interval and class of statuses, by start. */
export function listSums(db: Reader, owner: Owner, period: Period) {
  return db.rows(SUMS, { ...owner, ...period });
}

/** The durations of each interval, and what was lost. */
export function listDurations(db: Reader, owner: Owner, period: Period) {
  return db.rows(DURATIONS, { ...owner, ...period });
}

const PERIOD = {
  ...{ institutionId: uuid(), integrationId: uuid().nullable() },
  ...{ from: instant(), to: instant(), unit: text<Period['unit']>() },
};

/** A sum of sums, as far as JavaScript has it exactly. */
function total(column: string): string {
  return `least(sum(${column}), ${Number.MAX_SAFE_INTEGER})::bigint`;
}

const SUMS = sqlStatement(usageRoutes, 'sums', {
  parameters: PERIOD,
  result: {
    ...{ start: instant(), statusClass: integer(), requests: bigint() },
    ...{ rateLimited: bigint(), bytesIn: bigint(), bytesOut: bigint() },
  },
  text: ($) => `SELECT date_trunc(${$.unit}, u.hour, 'UTC')::timestamptz(3) AS start, u.status_class AS "statusClass",
     ${total('u.requests')} AS requests, ${total('u.rate_limited')} AS "rateLimited",
     ${total('u.bytes_in')} AS "bytesIn", ${total('u.bytes_out')} AS "bytesOut"
   FROM usage_routes u
   WHERE u.institution_id = ${$.institutionId} AND u.hour >= ${$.from} AND u.hour < ${$.to}
     AND (${$.integrationId}::uuid IS NULL OR u.integration_id = ${$.integrationId})
   GROUP BY 1, 2 ORDER BY 1, 2`,
});

const DURATIONS = sqlStatement(usageHours, 'durations', {
  parameters: PERIOD,
  result: { start: instant(), durations: integer().array(), lost: bigint() },
  text: ($) => `WITH hours AS (
     SELECT date_trunc(${$.unit}, u.hour, 'UTC')::timestamptz(3) AS start, u.durations, u.lost FROM usage_hours u
     WHERE u.institution_id = ${$.institutionId} AND u.hour >= ${$.from} AND u.hour < ${$.to}
       AND (${$.integrationId}::uuid IS NULL OR u.integration_id = ${$.integrationId})
   ), buckets AS (
     SELECT h.start, d.n, least(sum(d.count), 2147483647)::integer AS count
     FROM hours h CROSS JOIN LATERAL unnest(h.durations) WITH ORDINALITY AS d(count, n) GROUP BY h.start, d.n
   )
   SELECT t.start, coalesce((SELECT array_agg(b.count ORDER BY b.n) FROM buckets b WHERE b.start = t.start), '{}') AS durations, t.lost
   FROM (SELECT start, ${total('lost')} AS lost FROM hours GROUP BY start) AS t ORDER BY t.start`,
});
