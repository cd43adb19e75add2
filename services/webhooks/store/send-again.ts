import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { insertRow, instant, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { DeliveryRow } from './deliveries.ts';
import { type EndpointKey, refreshQueue } from './endpoint-queues.ts';
import { holdLater, releaseNext } from './resource-order.ts';
import { deliveries } from './tables.ts';

/** Deliveries requested by a client. The endpoint and its queue are locked. */

interface TestEvent {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Creates the delivery of an event that is not in the feed. It waits for no other. */
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
  refreshQueue(tx, endpoint, at);
  return row;
}

/**
 * Restarts a delivery from its first attempt, whatever its outcome, if no earlier event of its resource is pending.
 * @param now in epoch milliseconds
 */
export function redeliver(tx: Tx, endpoint: EndpointKey, { id, resourceId }: DeliveryRow, now: number): void {
  const at = toInstantText(now);
  tx.write(REDELIVER, { institutionId: endpoint.institutionId, id, at });
  holdLater(tx, endpoint, [resourceId]);
  releaseNext(tx, endpoint, [resourceId], at);
  refreshQueue(tx, endpoint, at);
}

const INSERT = insertRow(deliveries);

const REDELIVER = sqlStatement(deliveries, 'redeliver', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid(), at: instant() },
  result: {},
  text: (
    $,
  ) => `UPDATE deliveries SET status = 'pending', attempt_count = 0, next_attempt_at = NULL, updated_at = greatest(updated_at, ${$.at})
   WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});
