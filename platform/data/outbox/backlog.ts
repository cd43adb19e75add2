import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, integer, sqlStatement } from '../../../libraries/typed-sql/index.ts';
import { outbox } from '../platform-tables.ts';

/** The events in a service's outbox that are not published yet. */
export interface Backlog {
  /** Counted up to a limit: counting millions would be expensive. */
  readonly events: number;
  /** When the oldest of them happened: RFC 3339, UTC; null if there is none. */
  readonly oldestAt: string | null;
}

/** Reads the backlog with the index that the relay uses. */
export async function readBacklog(db: Reader): Promise<Backlog> {
  const [backlog] = await db.rows(BACKLOG, { limit: MAX_EVENTS });
  return backlog ?? { events: 0, oldestAt: null };
}

const MAX_EVENTS = 100_000;

const BACKLOG = sqlStatement(outbox, 'backlog', {
  parameters: { limit: bigint() },
  result: { events: integer(), oldestAt: instant().nullable() },
  text: ($) =>
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT ${$.limit}) AS waiting) AS events,
     (SELECT occurred_at FROM outbox WHERE published_at IS NULL ORDER BY sequence LIMIT 1) AS "oldestAt"`,
});
