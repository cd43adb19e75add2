import { bigint, instant, integer } from '../../../platform/data/schema/column.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import { deliveries } from './tables.ts';

/** Removes deliveries that were created at or before an instant and have ended, with their attempts. What still waits is kept: others wait for its end. */
export const removeDeliveries = sqlStatement(deliveries, 'remove_expired', {
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  text: ({ before, limit }) => `DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM deliveries WHERE created_at <= ${before} AND status <> 'pending' ORDER BY created_at LIMIT ${limit}))
     AND created_at <= ${before} RETURNING 1 AS removed`,
});

/** Removes what waits of endpoints that were deleted: nobody sees or sends it any more. */
export const removeOrphans = sqlStatement(deliveries, 'remove_orphans', {
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  text: ({ before, limit }) => `DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT d.ctid FROM deliveries d
     WHERE d.status = 'pending' AND d.created_at <= ${before}
       AND NOT EXISTS (SELECT FROM endpoints e WHERE e.institution_id = d.institution_id AND e.id = d.endpoint_id)
     LIMIT ${limit}))
     AND status = 'pending' RETURNING 1 AS removed`,
});
