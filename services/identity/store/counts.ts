import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { table } from '../../../platform/data/tables.ts';

/** How many administrators each institution has: the row serves as their lock, and its CHECK as their limit. */
export const administratorCounts = table('administrator_counts', {
  isCountOf: 'administrators',
  columns: { institutionId: uuid().says('nothing'), administrators: integer().says('nothing') },
  primaryKey: ['institutionId'],
  checks: { administrator_counts_at_most: 'administrators BETWEEN 0 AND 200' },
});

/**
 * Counts added or removed administrators, and waits for other transactions that do. The constraint
 * `administrator_counts_at_most` rejects too many.
 */
export function countAdministrators(tx: Tx, { institutionId }: Pick<TenantActor, 'institutionId'>, more: number): void {
  tx.write(ADD_ADMINISTRATORS, { institutionId, more });
}

/**
 * How many calendar feeds each institution has: the row serves as their lock, and its CHECK as their limit (decisions
 * 15.1).
 */
export const calendarFeedCounts = table('calendar_feed_counts', {
  isCountOf: 'calendar_feeds',
  columns: { institutionId: uuid().says('nothing'), feeds: integer().says('nothing') },
  primaryKey: ['institutionId'],
  checks: { calendar_feed_counts_at_most: 'feeds BETWEEN 0 AND 200' },
});

/** Counts created or deleted feeds. The constraint `calendar_feed_counts_at_most` rejects one too many. */
export function countFeed(tx: Tx, { institutionId }: Pick<TenantActor, 'institutionId'>, more: number): void {
  tx.write(ADD_FEEDS, { institutionId, more });
}

const ADD_ADMINISTRATORS = adding(administratorCounts, 'administrators');
const ADD_FEEDS = adding(calendarFeedCounts, 'feeds');

function adding(counts: typeof administratorCounts | typeof calendarFeedCounts, column: string) {
  return sqlStatement(counts, 'add', {
    writes: true,
    parameters: { institutionId: uuid(), more: integer() },
    result: {},
    text: ({ institutionId, more }) => `INSERT INTO ${counts.name} AS c (institution_id, ${column})
     VALUES (${institutionId}, greatest(${more}, 0))
     ON CONFLICT (institution_id) DO UPDATE SET ${column} = greatest(c.${column} + ${more}, 0)`,
  });
}
