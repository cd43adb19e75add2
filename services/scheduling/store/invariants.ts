import type { Invariant } from '../../../platform/data/invariants.ts';

export const schedulingInvariants: readonly Invariant[] = [
  {
    name: 'exclusive bookings overlap no other booking of their room',
    of: 'room_bookings',
    broken: `SELECT DISTINCT appointment_id AS id FROM (
      SELECT appointment_id, lower(occupied) AS begin, is_exclusive, max(upper(occupied)) OVER earlier AS earlier_end,
        max(upper(occupied)) FILTER (WHERE is_exclusive) OVER earlier AS earlier_exclusive_end
      FROM room_bookings
      WINDOW earlier AS (PARTITION BY institution_id, room_id
        ORDER BY lower(occupied), appointment_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS b
    WHERE earlier_exclusive_end > begin OR (is_exclusive AND earlier_end > begin)`,
  },
  {
    name: 'bookings are of the rooms and the time of their appointment',
    of: 'room_bookings',
    broken: `SELECT DISTINCT b.appointment_id AS id FROM room_bookings b
    LEFT JOIN appointments a ON a.institution_id = b.institution_id AND a.id = b.appointment_id
    WHERE a.deleted_at IS NOT NULL OR b.room_id = ANY(a.room_ids) IS NOT TRUE
      OR b.occupied IS DISTINCT FROM tstzrange(a.date_time, a.date_time + a.duration * interval '1 minute', '[)')`,
  },
];
