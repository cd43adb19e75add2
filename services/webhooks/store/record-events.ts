import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, insertRows, instant, sqlStatement, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { FeedEvent } from '../domain/event-of-envelope.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { events, feedHeads } from './tables.ts';

/**
 * Appends events to their institutions' feeds, in order, and enqueues them for the endpoints that subscribe to them.
 * The heads stay locked until the commit: later transactions get higher sequences and become visible later, so nothing
 * appears before a position that a reader has seen.
 * @param now in epoch milliseconds
 */
export async function recordEvents(tx: Tx, recorded: readonly FeedEvent[], now: number): Promise<void> {
  const ofEach = [...Map.groupBy(recorded, ({ institutionId }) => institutionId)];
  if (ofEach.length === 0) return;
  const heads = await tx.rows(ADVANCE, {
    institutionId: ofEach.map(([institutionId]) => institutionId),
    count: ofEach.map(([, own]) => own.length),
    at: toInstantText(now),
  });
  const headOf = new Map(heads.map((head) => [head.institutionId, head]));
  const rows = ofEach.flatMap(([institutionId, own]) => {
    const head = headOf.get(institutionId);
    if (!head) throw new Error('a feed has no row in feed_heads');
    const { sequence, recordedAt } = head;
    return own.map((event, n) => ({ ...event, sequence: sequence - own.length + 1 + n, recordedAt }));
  });
  tx.write(INSERT, { rows });
  await enqueueDeliveries(tx, rows);
}

// Ordered by institution, so that two batches cannot deadlock. The time never goes backwards, even if the clocks of
// replicas differ.
const ADVANCE = sqlStatement(feedHeads, 'advance', {
  writes: true,
  parameters: { institutionId: uuids(), count: bigint().array(), at: instant() },
  result: { institutionId: uuid(), sequence: bigint(), recordedAt: instant() },
  text: ({ institutionId, count, at }) => `INSERT INTO feed_heads AS h (institution_id, sequence, recorded_at)
   SELECT institution_id, count, ${at} FROM unnest(${institutionId}, ${count}) AS i(institution_id, count) ORDER BY institution_id
   ON CONFLICT (institution_id) DO UPDATE
     SET sequence = h.sequence + excluded.sequence, recorded_at = greatest(h.recorded_at, excluded.recorded_at)
   RETURNING institution_id AS "institutionId", sequence, recorded_at AS "recordedAt"`,
});

const INSERT = insertRows(events, { shared: [] });
