import { bigint, instant, plainText, uuids } from '../../../platform/data/schema/column.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import { deliveries, type events } from './tables.ts';

type Recorded = Pick<RowOf<typeof events>, 'institutionId' | 'id' | 'type' | 'sequence' | 'resourceId' | 'recordedAt'>;

/**
 * Puts events that are being recorded on their way to the endpoints which want them, in the same transaction: none is recorded without its deliveries.
 * A disabled endpoint gets none; one that is enabled meanwhile gets those that come after.
 */
export function enqueueDeliveries(tx: Tx, recorded: readonly Recorded[]): void {
  tx.write(ENQUEUE, {
    institutionId: recorded.map(({ institutionId }) => institutionId),
    eventId: recorded.map(({ id }) => id),
    type: recorded.map(({ type }) => type),
    sequence: recorded.map(({ sequence }) => sequence),
    resourceId: recorded.map(({ resourceId }) => resourceId),
    at: recorded.map(({ recordedAt }) => recordedAt),
  });
}

// Queues are locked in the order of their keys, so that two batches never wait for each other; every one of them, that a worker who is about to say when
// it wants to be looked at next sees these deliveries.
const ENQUEUE = sqlStatement(deliveries, 'enqueue', {
  parameters: {
    institutionId: uuids(),
    eventId: uuids(),
    type: plainText().array(),
    sequence: bigint().array(),
    resourceId: uuids(),
    at: instant().array(),
  },
  result: {},
  text: ($) => `WITH wanted AS MATERIALIZED (
     SELECT i.*, e.id AS endpoint_id
     FROM unnest(${$.institutionId}, ${$.eventId}, ${$.type}, ${$.sequence}, ${$.resourceId}, ${$.at})
       AS i(institution_id, event_id, type, sequence, resource_id, at)
     JOIN endpoints e ON e.institution_id = i.institution_id AND e.is_enabled
       AND (cardinality(e.types) = 0 OR i.type = ANY (e.types))),
   locked AS MATERIALIZED (
     SELECT q.institution_id, q.endpoint_id, w.at
     FROM endpoint_queues q
     JOIN (SELECT institution_id, endpoint_id, min(at) AS at FROM wanted GROUP BY 1, 2) w
       USING (institution_id, endpoint_id)
     ORDER BY q.institution_id, q.endpoint_id FOR NO KEY UPDATE OF q),
   due AS (
     UPDATE endpoint_queues q SET due_at = least(q.due_at, l.at)
     FROM locked l WHERE q.institution_id = l.institution_id AND q.endpoint_id = l.endpoint_id)
   INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, resource_id, status,
     attempt_count, next_attempt_at, created_at, updated_at)
   SELECT institution_id, endpoint_id, event_id, type, sequence, resource_id, 'pending', 0, at, at, at FROM wanted`,
});
