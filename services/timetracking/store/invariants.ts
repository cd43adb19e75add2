import type { Invariant } from '../../../platform/data/invariants.ts';

export const timetrackingInvariants: readonly Invariant[] = [
  {
    name: 'time records of a member end after they begin, and overlap no other',
    of: 'time_records',
    broken: `SELECT id FROM (
      SELECT id, start_time, end_time, max(coalesce(end_time, 'infinity')) OVER (PARTITION BY institution_id, user_id
        ORDER BY start_time, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earlier_end
      FROM time_records) AS r
    WHERE end_time <= start_time OR earlier_end > start_time`,
  },
];
