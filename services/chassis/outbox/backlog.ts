import { type Reader, statement } from '../db/statement.ts';

/** What waits in a service's outbox to be published. */
export interface Backlog {
  /** Counted so far and no further: a count of millions would be a load of its own. */
  readonly events: number;
  /** When the first of them happened: RFC 3339, UTC; null when none waits. */
  readonly oldestAt: string | null;
}

/** Looks how much waits, over the index that the relay reads by. */
export async function readBacklog(db: Reader): Promise<Backlog> {
  const [backlog] = await db.rows<Backlog>(BACKLOG, [EVENTS_AT_MOST]);
  return backlog ?? { events: 0, oldestAt: null };
}

const EVENTS_AT_MOST = 100_000;

const BACKLOG = statement(
  'outbox_backlog',
  `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT $1) AS waiting) AS events,
     (SELECT occurred_at FROM outbox WHERE published_at IS NULL ORDER BY sequence LIMIT 1) AS "oldestAt"`,
);
