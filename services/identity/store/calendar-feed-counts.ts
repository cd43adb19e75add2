import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { table } from '../../../platform/data/tables.ts';

/**
 * How many calendar feeds each institution has: the row serves as their lock, and its CHECK as their limit (decisions
 * 15.1).
 */
export const calendarFeedCounts = table('calendar_feed_counts', {
  columns: { institutionId: uuid(), feeds: integer() },
  primaryKey: ['institutionId'],
  checks: { calendar_feed_counts_at_most: 'feeds BETWEEN 0 AND 200' },
});

/** Counts a created or a deleted feed. The constraint `calendar_feed_counts_at_most` rejects one too many. */
export function countFeed(tx: Tx, { institutionId }: TenantActor, more: 1 | -1): void {
  tx.write(ADD, { institutionId, more });
}

const ADD = sqlStatement(calendarFeedCounts, 'add', {
  writes: true,
  parameters: { institutionId: uuid(), more: integer() },
  result: {},
  text: ({ institutionId, more }) => `INSERT INTO calendar_feed_counts AS c (institution_id, feeds)
   VALUES (${institutionId}, greatest(${more}, 0))
   ON CONFLICT (institution_id) DO UPDATE SET feeds = greatest(c.feeds + ${more}, 0)`,
});
