import type { Invariant } from '../../../platform/data/invariants.ts';

export const webhooksInvariants: readonly Invariant[] = [
  {
    name: 'events are in the feed of their institution once',
    of: 'events',
    broken: 'SELECT id FROM events GROUP BY institution_id, id HAVING count(*) > 1',
  },
  {
    name: 'events have a place of their own in the feed, not behind its end',
    of: 'events',
    broken: `SELECT e.id FROM (
      SELECT id, institution_id, sequence, count(*) OVER (PARTITION BY institution_id, sequence) AS sharers FROM events) AS e
    LEFT JOIN feed_heads h ON h.institution_id = e.institution_id
    WHERE e.sharers > 1 OR e.sequence <= h.sequence IS NOT TRUE`,
  },
];
