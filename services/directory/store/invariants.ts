import type { Invariant } from '../../../platform/data/invariants.ts';

export const directoryInvariants: readonly Invariant[] = [
  {
    name: 'groups have as many members as they count',
    of: 'user_groups',
    broken: `SELECT g.id FROM user_groups g LEFT JOIN (
      SELECT institution_id, user_group_id, count(*) AS members FROM user_group_members GROUP BY 1, 2) AS m
      ON m.institution_id = g.institution_id AND m.user_group_id = g.id
    WHERE g.member_count <> coalesce(m.members, 0)`,
  },
];
