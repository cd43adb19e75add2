import { bigint, instant, integer } from '../schema/column.ts';
import { outbox } from '../schema/platform-tables.ts';
import { sqlStatement } from '../statements/sql-statement.ts';
import type { Reader } from '../tx.ts';

/** What waits in a service's outbox to be published. */
export interface Backlog {
  /** Counted so far and no further: a count of millions would be a load of its own. */
  readonly events: number;
  /** When the first of them happened: RFC 3339, UTC; null when none waits. */
  readonly oldestAt: string | null;
}

/** Looks how much waits, over the index that the relay reads by. */
export async function readBacklog(db: Reader): Promise<Backlog> {
  const [backlog] = await db.rows(BACKLOG, { limit: EVENTS_AT_MOST });
  return backlog ?? { events: 0, oldestAt: null };
}

const EVENTS_AT_MOST = 100_000;

const BACKLOG = sqlStatement(outbox, 'backlog', {
  parameters: { limit: bigint() },
  result: { events: integer(), oldestAt: instant().nullable() },
  text: ($) =>
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT ${$.limit}) AS waiting) AS events,
     (SELECT occurred_at FROM outbox WHERE published_at IS NULL ORDER BY sequence LIMIT 1) AS "oldestAt"`,
});
