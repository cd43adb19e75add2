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
