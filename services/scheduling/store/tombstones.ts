import { sql } from 'kysely';
import { bigint, instant } from '../../../platform/data/schema/column.ts';
import { prepare } from './statements.ts';
import { appointments } from './tables.ts';

/** Removes appointments that were deleted long ago; their links go with them. See the platform's Expiry. */
export const REMOVE_TOMBSTONES = prepare(
  appointments,
  'remove_tombstones',
  { before: instant(), limit: bigint() },
  (db, $) =>
    db
      .deleteFrom('appointments')
      .where(
        sql`ctid`,
        '=',
        sql`any(array(SELECT ctid FROM appointments WHERE deleted_at <= ${$.before} ORDER BY deleted_at LIMIT ${$.limit}))`,
      )
      .where('deletedAt', '<=', $.before)
      .returning(sql<number>`1`.as('removed')),
  'expired',
);
