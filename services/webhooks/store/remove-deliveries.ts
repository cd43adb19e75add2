import { bigint, instant, integer, sqlStatement } from '../../../libraries/typed-sql/index.ts';
import { deliveries } from './tables.ts';

/**
 * Removes ended deliveries created at or before an instant, with their attempts. Pending ones stay: others wait for
 * them to end.
 */
export const removeDeliveries = sqlStatement(deliveries, 'remove_expired', {
  writes: true,
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  text: ({ before, limit }) => `DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM deliveries WHERE created_at <= ${before} AND status <> 'pending' ORDER BY created_at LIMIT ${limit}))
     AND created_at <= ${before} RETURNING 1 AS removed`,
});

/**
 * Removes pending deliveries of deleted endpoints: they are never shown or sent. In the order of an index, which the
 * scan leaves early: without an order, a plan read all deliveries of an endpoint to remove a few.
 */
export const removeOrphans = sqlStatement(deliveries, 'remove_orphans', {
  writes: true,
  parameters: { limit: bigint() },
  result: { removed: integer() },
  text: ({ limit }) => `DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT d.ctid FROM deleted_endpoints x CROSS JOIN LATERAL (
       SELECT ctid FROM deliveries o
       WHERE o.institution_id = x.institution_id AND o.endpoint_id = x.endpoint_id AND o.status = 'pending'
       ORDER BY o.resource_id, o.sequence, o.created_at, o.id LIMIT ${limit}) AS d
     LIMIT ${limit}))
     AND status = 'pending' RETURNING 1 AS removed`,
});
