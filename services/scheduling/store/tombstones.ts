import { bigint, instant, integer } from '../../../platform/data/schema/column.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import { appointments } from './tables.ts';

/** Removes appointments that were deleted long ago; their links go with them. See the platform's Expiry. */
export const REMOVE_TOMBSTONES = sqlStatement(appointments, 'remove_tombstones', {
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  recording: 'expired',
  text: ({ before, limit }) => `DELETE FROM appointments WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM appointments WHERE deleted_at <= ${before} ORDER BY deleted_at LIMIT ${limit}))
     AND deleted_at <= ${before} RETURNING 1 AS removed`,
});
