import { statement } from '../../chassis/db/statement.ts';

/** Removes what is left of appointments that were deleted long ago; their links go with them. See the chassis' Expiry. */
export const REMOVE_TOMBSTONES = statement(
  'tombstones_remove',
  `DELETE FROM appointments WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM appointments WHERE deleted_at <= $1 LIMIT $2)) AND deleted_at <= $1 RETURNING 1`,
);
