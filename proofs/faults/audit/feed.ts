import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { query } from '../../../test/support/postgres/query.ts';
import type { Evidence, FeedEvidence, OutboxRow } from './evidence.ts';

/** Reads the feeds from the database of webhooks. */
export function readFeeds(databaseUrl: string): Promise<FeedEvidence['recorded']> {
  return query(
    databaseUrl,
    `SELECT id, institution_id AS "institutionId" FROM events ORDER BY institution_id, sequence`,
  );
}

/** Selects the events that a feed shows. */
export function shownByFeeds(outbox: readonly OutboxRow[]): OutboxRow[] {
  return outbox.filter(({ type }) => type in feedTypes);
}

/**
 * Checks that the feeds have every event of the outboxes once, and that the reader saw the events of its feed in their
 * order.
 */
export function judgeFeed({ outbox, feed: { recorded, seen, institutionId } }: Evidence): string[] {
  const broken: string[] = [];
  const ids = new Set(recorded.map(({ id }) => id));
  if (ids.size < recorded.length) broken.push(`${recorded.length - ids.size} events are in the feed more than once`);
  const missing = shownByFeeds(outbox).filter(({ id }) => !ids.has(id)).length;
  if (missing > 0) broken.push(`${missing} events are not in the feed`);
  const own = recorded.filter((event) => event.institutionId === institutionId).map(({ id }) => id);
  const differs = own.findIndex((id, index) => seen[index] !== id);
  if (differs !== -1 || seen.length !== own.length)
    broken.push(
      `the reader of the feed was shown ${seen.length} of ${own.length} events, or others, or in another order`,
    );
  return broken;
}
