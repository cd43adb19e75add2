import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  instant,
  plainText,
  type RowOf,
  sqlStatement,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import { endpointQueues } from './endpoint-queues.ts';
import { NONE_BEFORE } from './resource-order.ts';
import { deliveries, type events } from './tables.ts';

type Recorded = Pick<RowOf<typeof events>, 'institutionId' | 'id' | 'type' | 'sequence' | 'resourceId' | 'recordedAt'>;

/**
 * Creates the deliveries of events in the transaction that records them: no event is recorded without its deliveries. A
 * disabled endpoint gets none; one that is enabled meanwhile gets those of later events.
 */
export async function enqueueDeliveries(tx: Tx, recorded: readonly Recorded[]): Promise<void> {
  const institutionId = recorded.map((event) => event.institutionId);
  const type = recorded.map((event) => event.type);
  // A separate statement, so that the next one sees the commits of those that held the locks before.
  const locked = await tx.rows(LOCK_WANTING, { institutionId, type });
  if (locked.length === 0) return;
  tx.write(ENQUEUE, {
    ...{ institutionId, type },
    eventId: recorded.map(({ id }) => id),
    sequence: recorded.map(({ sequence }) => sequence),
    resourceId: recorded.map(({ resourceId }) => resourceId),
    at: recorded.map(({ recordedAt }) => recordedAt),
    ownerId: locked.map((queue) => queue.institutionId),
    endpointId: locked.map((queue) => queue.endpointId),
  });
}

const WANTS = '(cardinality(e.types) = 0 OR i.type = ANY (e.types))';

// Ordered by key, so that two batches cannot deadlock.
const LOCK_WANTING = sqlStatement(endpointQueues, 'lock_wanting', {
  writes: true,
  parameters: { institutionId: uuids(), type: plainText().array() },
  result: { institutionId: uuid(), endpointId: uuid() },
  text: ($) => `SELECT q.institution_id AS "institutionId", q.endpoint_id AS "endpointId"
   FROM endpoint_queues q
   JOIN (
     SELECT DISTINCT e.institution_id, e.id
     FROM (SELECT DISTINCT institution_id, type FROM unnest(${$.institutionId}, ${$.type}) AS u(institution_id, type)) AS i
     JOIN endpoints e ON e.institution_id = i.institution_id AND e.is_enabled AND ${WANTS}
   ) AS w ON w.institution_id = q.institution_id AND w.id = q.endpoint_id
   ORDER BY q.institution_id, q.endpoint_id FOR NO KEY UPDATE OF q`,
});

const ENQUEUE = sqlStatement(deliveries, 'enqueue', {
  writes: true,
  parameters: {
    institutionId: uuids(),
    type: plainText().array(),
    eventId: uuids(),
    sequence: bigint().array(),
    resourceId: uuids(),
    at: instant().array(),
    ownerId: uuids(),
    endpointId: uuids(),
  },
  result: {},
  text: ($) => `WITH created AS (
     INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id,
       status, attempt_count, attempts_made, next_attempt_at, created_at, updated_at)
     SELECT d.institution_id, d.endpoint_id, d.event_id, d.type, d.sequence, d.at, d.resource_id, 'pending', 0, 0,
       CASE WHEN d.nth = 1 AND ${NONE_BEFORE('d')} THEN d.at END, d.at, d.at
     FROM (
       SELECT i.*, e.id AS endpoint_id,
         row_number() OVER (PARTITION BY e.id, i.resource_id ORDER BY i.sequence) AS nth
       FROM unnest(${$.institutionId}, ${$.type}, ${$.eventId}, ${$.sequence}, ${$.resourceId}, ${$.at})
         AS i(institution_id, type, event_id, sequence, resource_id, at)
       JOIN unnest(${$.ownerId}, ${$.endpointId}) AS l(institution_id, endpoint_id)
         ON l.institution_id = i.institution_id
       JOIN endpoints e ON e.institution_id = l.institution_id AND e.id = l.endpoint_id AND ${WANTS}
     ) AS d
     RETURNING institution_id, endpoint_id, next_attempt_at)
   UPDATE endpoint_queues q SET due_at = least(q.due_at, c.at)
   FROM (SELECT institution_id, endpoint_id, min(next_attempt_at) AS at FROM created GROUP BY 1, 2) AS c
   WHERE q.institution_id = c.institution_id AND q.endpoint_id = c.endpoint_id AND c.at IS NOT NULL`,
});
