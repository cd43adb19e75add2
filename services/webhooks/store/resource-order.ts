import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, sqlStatement, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { EndpointKey } from './endpoint-queues.ts';
import { deliveries } from './tables.ts';

/**
 * An event never overtakes another event of the same resource at an endpoint: of the pending deliveries for a resource,
 * only the first has a time for its next attempt; the others have none until it has ended. Code that changes this must
 * lock the endpoint's queue in an earlier statement.
 */

/** The condition that nothing is pending for the resource of a row at its endpoint. @param row its alias */
export const NONE_BEFORE = (row: string): string => `NOT EXISTS (
         SELECT FROM deliveries b
         WHERE b.institution_id = ${row}.institution_id AND b.endpoint_id = ${row}.endpoint_id AND b.resource_id = ${row}.resource_id
           AND b.status = 'pending')`;

/** Schedules the first pending delivery of each resource. @param at instant text: when it is due */
export function releaseNext(tx: Tx, endpoint: EndpointKey, resourceIds: readonly string[], at: string): void {
  if (resourceIds.length > 0) tx.write(RELEASE_NEXT, { ...endpoint, resourceIds, at });
}

/** Makes the pending deliveries of some resources wait for the first of each: for deliveries inserted before others. */
export function holdLater(tx: Tx, endpoint: EndpointKey, resourceIds: readonly string[]): void {
  if (resourceIds.length > 0) tx.write(HOLD_LATER, { ...endpoint, resourceIds });
}

const RESOURCES = { institutionId: uuid(), endpointId: uuid(), resourceIds: uuids() };

const RELEASE_NEXT = sqlStatement(deliveries, 'release_next', {
  writes: true,
  parameters: { ...RESOURCES, at: instant() },
  result: {},
  text: ($) => `UPDATE deliveries d SET next_attempt_at = ${$.at}
   FROM (SELECT DISTINCT unnest(${$.resourceIds}) AS id) AS r
   CROSS JOIN LATERAL (
     SELECT f.id, f.next_attempt_at FROM deliveries f
     WHERE f.institution_id = ${$.institutionId} AND f.endpoint_id = ${$.endpointId} AND f.resource_id = r.id AND f.status = 'pending'
     ORDER BY f.sequence, f.created_at, f.id LIMIT 1) AS f
   WHERE d.institution_id = ${$.institutionId} AND d.id = f.id AND f.next_attempt_at IS NULL`,
});

const HOLD_LATER = sqlStatement(deliveries, 'hold_later', {
  writes: true,
  parameters: RESOURCES,
  result: {},
  text: ($) => `UPDATE deliveries d SET next_attempt_at = NULL
   WHERE d.institution_id = ${$.institutionId} AND d.endpoint_id = ${$.endpointId} AND d.resource_id = ANY (${$.resourceIds})
     AND d.status = 'pending' AND d.next_attempt_at IS NOT NULL
     AND EXISTS (
       SELECT FROM deliveries f
       WHERE f.institution_id = d.institution_id AND f.endpoint_id = d.endpoint_id AND f.resource_id = d.resource_id
         AND f.status = 'pending' AND (f.sequence, f.created_at, f.id) < (d.sequence, d.created_at, d.id))`,
});
