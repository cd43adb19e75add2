import { toInstantText } from '../../../platform/core/instant.ts';
import { bigint, instant, uuid } from '../../../platform/data/schema/column.ts';
import { insertRow } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { DeliveryRow } from './deliveries.ts';
import { type EndpointKey, refreshQueue } from './endpoint-queues.ts';
import { holdLater, releaseNext } from './resource-order.ts';
import { deliveries } from './tables.ts';

/** Deliveries that somebody asks for. The endpoint and its queue are locked. */

interface TestEvent {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Creates the delivery of an event that is not in the feed, and waits for no other. */
export function insertTestDelivery(tx: Tx, endpoint: EndpointKey, event: TestEvent): DeliveryRow {
  const { deliveryId: id, eventId, eventType, body } = event;
  const at = toInstantText(event.now);
  const row = {
    ...{ id, endpointId: endpoint.endpointId, eventId, eventType, resourceId: eventId },
    ...{ nextAttemptAt: at, createdAt: at, updatedAt: at },
    status: 'pending',
  } as const;
  const { institutionId } = endpoint;
  tx.write(INSERT, { ...row, institutionId, body, sequence: 0, recordedAt: null, attemptCount: 0, attemptsMade: 0 });
  refreshQueue(tx, endpoint);
  return row;
}

/** Has a delivery sent again from its first attempt on, whatever became of it, when no earlier event of its resource waits. @param now in epoch milliseconds */
export function redeliver(tx: Tx, endpoint: EndpointKey, { id, resourceId }: DeliveryRow, now: number): void {
  const at = toInstantText(now);
  tx.write(REDELIVER, { institutionId: endpoint.institutionId, id, at });
  updateQueue(tx, endpoint, [resourceId], at);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** How many events of a range there are that an endpoint wants, `limit` at most. */
export async function countReplayable(
  tx: Tx,
  endpoint: EndpointKey,
  { from, to }: Range,
  limit: number,
): Promise<number> {
  const [row] = await tx.rows(COUNT_REPLAYABLE, { ...endpoint, from, to, limit });
  return row?.events ?? 0;
}

/** Creates deliveries of the events of a range that an endpoint wants and none waits for, and returns how many. @param now in epoch milliseconds */
export async function replayRange(tx: Tx, endpoint: EndpointKey, { from, to }: Range, now: number): Promise<number> {
  const at = toInstantText(now);
  const created = await tx.rows(REPLAY, { ...endpoint, from, to, at });
  const resourceIds = [...new Set(created.map(({ resourceId }) => resourceId))];
  updateQueue(tx, endpoint, resourceIds, at);
  return created.length;
}

function updateQueue(tx: Tx, endpoint: EndpointKey, resourceIds: readonly string[], at: string): void {
  holdLater(tx, endpoint, resourceIds);
  releaseNext(tx, endpoint, resourceIds, at);
  refreshQueue(tx, endpoint);
}

const INSERT = insertRow(deliveries);

const REDELIVER = sqlStatement(deliveries, 'redeliver', {
  parameters: { institutionId: uuid(), id: uuid(), at: instant() },
  result: {},
  text: (
    $,
  ) => `UPDATE deliveries SET status = 'pending', attempt_count = 0, next_attempt_at = NULL, updated_at = ${$.at}
   WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});

const RANGE = { institutionId: uuid(), endpointId: uuid(), from: bigint(), to: bigint() };

/** Events of the range that the endpoint wants. */
const matching = ($: Record<keyof typeof RANGE, string>) => `events e
     JOIN endpoints p ON p.institution_id = e.institution_id AND p.id = ${$.endpointId}
       AND (cardinality(p.types) = 0 OR e.type = ANY (p.types))
   WHERE e.institution_id = ${$.institutionId} AND e.sequence BETWEEN ${$.from} AND ${$.to}`;

const COUNT_REPLAYABLE = sqlStatement(deliveries, 'count_replayable', {
  parameters: { ...RANGE, limit: bigint() },
  result: { events: bigint() },
  text: ($) => `SELECT count(*) AS events FROM (SELECT FROM ${matching($)} LIMIT ${$.limit}) AS w`,
});

const REPLAY = sqlStatement(deliveries, 'replay', {
  parameters: { ...RANGE, at: instant() },
  result: { resourceId: uuid() },
  text: (
    $,
  ) => `INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id,
     status, attempt_count, attempts_made, created_at, updated_at)
   SELECT e.institution_id, p.id, e.id, e.type, e.sequence, e.recorded_at, e.resource_id, 'pending', 0, 0, ${$.at}, ${$.at}
   FROM ${matching($)}
     AND NOT EXISTS (
       SELECT FROM deliveries d
       WHERE d.institution_id = e.institution_id AND d.event_id = e.id AND d.endpoint_id = p.id AND d.status = 'pending')
   RETURNING resource_id AS "resourceId"`,
});
