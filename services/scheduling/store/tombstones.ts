import { bigint, instant, integer, sqlStatement } from '../../../libraries/typed-sql/index.ts';
import { appointments } from './tables.ts';

/** Removes appointments that were deleted long ago, with their links. See the platform's Expiry. */
export const REMOVE_TOMBSTONES = sqlStatement(appointments, 'remove_tombstones', {
  writes: true,
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  recording: 'expired',
  text: ({ before, limit }) => `WITH gone AS (
     DELETE FROM appointments WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM appointments WHERE deleted_at <= ${before} ORDER BY deleted_at LIMIT ${limit}))
     AND deleted_at <= ${before} RETURNING institution_id, id, date_time, course_ids, room_ids, organizer_ids, user_ids, user_group_ids),
   links AS (
     DELETE FROM appointment_links l USING gone g CROSS JOIN LATERAL (
       SELECT 'course', unnest(g.course_ids) UNION ALL SELECT 'room', unnest(g.room_ids)
       UNION ALL SELECT 'organizer', unnest(g.organizer_ids) UNION ALL SELECT 'user', unnest(g.user_ids)
       UNION ALL SELECT 'group', unnest(g.user_group_ids)) AS t(kind, target_id)
     WHERE l.institution_id = g.institution_id AND l.kind = t.kind AND l.target_id = t.target_id AND l.is_deleted
       AND l.date_time = g.date_time AND l.appointment_id = g.id)
   SELECT 1 AS removed FROM gone`,
});
