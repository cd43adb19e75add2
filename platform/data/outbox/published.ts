import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  instant,
  sqlStatement,
  text,
  uuid,
  type ValuesOf,
} from '../../../libraries/typed-sql/index.ts';
import { OutboxComparedSchema } from '../../../proto/gen/lyceum/feed/v1/events_pb.ts';
import { OutboxListedSchema } from '../../../proto/gen/lyceum/outbox/v1/events_pb.ts';
import type { Database } from '../database.ts';
import { outbox } from '../platform-tables.ts';

/** The types of the events with which outboxes and the feed are compared. */
export const OUTBOX_LISTED = OutboxListedSchema.typeName;
export const OUTBOX_COMPARED = OutboxComparedSchema.typeName;

const PUBLISHED = {
  sequence: bigint(),
  id: uuid(),
  type: text(),
  /** Whether nothing before it in the outbox can still be published or committed. */
  isFinal: boolean(),
};

/** An event that was published, and that the outbox still holds. */
export type PublishedEvent = ValuesOf<typeof PUBLISHED>;

/**
 * The next published events behind a position of the outbox, in order.
 * @param before transactions that began before this instant (RFC 3339) have ended
 */
export function listPublished(
  db: Reader,
  { after, before, limit }: { readonly after: number; readonly before: string; readonly limit: number },
): Promise<PublishedEvent[]> {
  return db.rows(LIST, { after, before, limit });
}

/** Has the relay publish the events at these positions again. */
export async function publishAgain(db: Database, sequences: readonly number[]): Promise<void> {
  await db.transaction(async (tx) => tx.write(PUBLISH_AGAIN, { sequences }), { of: 'nobody' });
}

/** Has the relay publish again what happened since an instant (RFC 3339), in order; returns the number of events. */
export async function publishAgainSince(db: Database, since: string): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await db.transaction((tx) => tx.rows(PUBLISH_AGAIN_SINCE, { since, after, limit: BATCH }), {
      of: 'nobody',
    });
    if (rows.length === 0) return count;
    count += rows.length;
    after = Math.max(...rows.map(({ sequence }) => sequence));
  }
}

const BATCH = 5_000;

/** A comparison is not itself compared. */
const COMPARABLE = `type NOT IN ('${OUTBOX_LISTED}', '${OUTBOX_COMPARED}')`;

const LIST = sqlStatement(outbox, 'list_published', {
  parameters: { after: bigint(), before: instant(), limit: bigint() },
  result: PUBLISHED,
  text: ({ after, before, limit }) => `SELECT sequence, id, type, occurred_at <= ${before} AND sequence < coalesce(
     (SELECT sequence FROM outbox WHERE published_at IS NULL ORDER BY sequence LIMIT 1), 9223372036854775807) AS "isFinal"
   FROM outbox WHERE sequence > ${after} AND published_at IS NOT NULL AND ${COMPARABLE} ORDER BY sequence LIMIT ${limit}`,
});

const PUBLISH_AGAIN = sqlStatement(outbox, 'publish_again', {
  writes: true,
  parameters: { sequences: bigint().array() },
  result: {},
  text: ({ sequences }) => `UPDATE outbox SET published_at = NULL WHERE sequence = ANY(${sequences})`,
});

const PUBLISH_AGAIN_SINCE = sqlStatement(outbox, 'publish_again_since', {
  writes: true,
  parameters: { since: instant(), after: bigint(), limit: bigint() },
  result: { sequence: bigint() },
  text: ({ since, after, limit }) => `UPDATE outbox SET published_at = NULL WHERE sequence = ANY(ARRAY(
     SELECT sequence FROM outbox
     WHERE occurred_at >= ${since} AND sequence > ${after} AND published_at IS NOT NULL AND ${COMPARABLE}
     ORDER BY sequence LIMIT ${limit}))
   RETURNING sequence`,
});
