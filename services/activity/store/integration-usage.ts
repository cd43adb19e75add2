import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { Owner } from './requests.ts';
import { requests, usageRoutes } from './tables.ts';

/**
 * The sums of each integration since the beginning of an hour, and how near to its limit it was lately.
 * @param lately instant text
 */
export function listIntegrationUsage(
  db: Reader,
  owner: Owner,
  since: { readonly hour: string; readonly lately: string },
) {
  return db.rows(LIST, { institutionId: owner.institutionId, ...since });
}

/** The number of requests of an integration in each minute from one to another, both included. Instant texts. */
export function listMinutes(db: Reader, owner: Owner, minutes: { readonly first: string; readonly last: string }) {
  return db.rows(MINUTES, { ...owner, ...minutes });
}

/** The requests that are looked at to tell how near an integration is to its limit. */
export const LATEST_REQUESTS = 1_000;
/** Fewer in a day are no use of the limit that anybody must know of, and are not looked at. */
const REQUESTS_AT_LEAST = 500;
/** Twice the limit: a flood of rejected requests costs no more. */
export const REQUESTS_IN_MINUTE = 2_000;

const LIST = sqlStatement(usageRoutes, 'by_integration', {
  parameters: { institutionId: uuid(), hour: instant(), lately: instant() },
  result: {
    ...{ integrationId: uuid(), requests: bigint(), errors: bigint(), rateLimited: bigint() },
    leastRemaining: integer().nullable(),
  },
  text: ($) => `SELECT s.integration_id AS "integrationId", s.requests, s.errors, s.rate_limited AS "rateLimited",
     CASE WHEN s.requests >= ${REQUESTS_AT_LEAST} THEN (
       SELECT min(l.rate_limit_remaining) FROM (
         SELECT r.rate_limit_remaining FROM requests r
         WHERE r.institution_id = ${$.institutionId} AND r.integration_id = s.integration_id AND r.time >= ${$.lately}
         ORDER BY r.time DESC, r.id DESC LIMIT ${LATEST_REQUESTS}) AS l) END AS "leastRemaining"
   FROM (
     SELECT u.integration_id, sum(u.requests)::bigint AS requests,
       coalesce(sum(u.requests) FILTER (WHERE u.status_class >= 4), 0)::bigint AS errors, sum(u.rate_limited)::bigint AS rate_limited
     FROM usage_routes u WHERE u.institution_id = ${$.institutionId} AND u.hour >= ${$.hour}
     GROUP BY u.integration_id) AS s`,
});

const MINUTES = sqlStatement(requests, 'by_minute', {
  parameters: { institutionId: uuid(), integrationId: uuid().nullable(), first: instant(), last: instant() },
  result: { start: instant(), requests: integer() },
  text: ($) => `SELECT m.start::timestamptz(3) AS start, c.requests
   FROM generate_series(${$.first}::timestamptz, ${$.last}::timestamptz, interval '1 minute') AS m(start)
   CROSS JOIN LATERAL (SELECT count(*)::integer AS requests FROM (
     SELECT FROM requests r
     WHERE r.institution_id = ${$.institutionId} AND r.integration_id = ${$.integrationId}
       AND r.time >= m.start AND r.time < m.start + interval '1 minute' LIMIT ${REQUESTS_IN_MINUTE}) AS found) AS c
   ORDER BY m.start`,
});
