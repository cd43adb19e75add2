import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { Owner } from './request-chunks.ts';
import { requestChunks, usageRoutes } from './tables.ts';

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

/** The chunks of requests that are looked at to tell how near an integration is to its limit. */
export const LATEST_CHUNKS = 1_000;
/** Fewer in a day are no use of the limit that anybody must know of, and are not looked at. */
const REQUESTS_AT_LEAST = 500;
const LIST = sqlStatement(usageRoutes, 'by_integration', {
  parameters: { institutionId: uuid(), hour: instant(), lately: instant() },
  result: {
    ...{ integrationId: uuid(), requests: bigint(), errors: bigint(), rateLimited: bigint() },
    leastRemaining: integer().nullable(),
  },
  text: ($) => `SELECT s.integration_id AS "integrationId", s.requests, s.errors, s.rate_limited AS "rateLimited",
     CASE WHEN s.requests >= ${REQUESTS_AT_LEAST} THEN (
       SELECT min(l.least_remaining) FROM (
         SELECT c.least_remaining FROM request_chunks c
         WHERE c.institution_id = ${$.institutionId} AND c.integration_id = s.integration_id AND c.second >= ${$.lately}
         ORDER BY c.second DESC LIMIT ${LATEST_CHUNKS}) AS l) END AS "leastRemaining"
   FROM (
     SELECT u.integration_id, sum(u.requests)::bigint AS requests,
       coalesce(sum(u.requests) FILTER (WHERE u.status_class >= 4), 0)::bigint AS errors, sum(u.rate_limited)::bigint AS rate_limited
     FROM usage_routes u WHERE u.institution_id = ${$.institutionId} AND u.hour >= ${$.hour}
     GROUP BY u.integration_id) AS s`,
});

const MINUTES = sqlStatement(requestChunks, 'by_minute', {
  parameters: { institutionId: uuid(), integrationId: uuid().nullable(), first: instant(), last: instant() },
  result: { start: instant(), requests: integer() },
  text: ($) => `SELECT m.start::timestamptz(3) AS start, coalesce(c.requests, 0)::integer AS requests
   FROM generate_series(${$.first}::timestamptz, ${$.last}::timestamptz, interval '1 minute') AS m(start)
   LEFT JOIN (
     SELECT date_trunc('minute', c.second) AS start, sum(c.count) AS requests FROM request_chunks c
     WHERE c.institution_id = ${$.institutionId} AND c.integration_id = ${$.integrationId}
       AND c.second >= ${$.first} AND c.second < ${$.last}::timestamptz + interval '1 minute'
     GROUP BY 1) AS c USING (start)
   ORDER BY m.start`,
});
