import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { instant, integer, text, uuid } from '../../../platform/data/schema/column.ts';
import { columnsOf, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import type { Delivery, DeliveryStatus } from '../domain/delivery.ts';
import type { EndpointHealth } from '../domain/endpoint-health.ts';
import { eventMessage, SHOWN } from './events.ts';
import { deliveries, endpointQueues, events } from './tables.ts';

/** Whose deliveries, and by what lease of {@link leaseEndpoints}. */
interface Leased {
  readonly institutionId: string;
  readonly endpointId: string;
  readonly lease: string;
}

export interface DueDelivery {
  readonly delivery: Delivery;
  readonly event: Event;
}

/** Deliveries of an endpoint that are due, of each resource the earliest that waits: an event never overtakes another one of its resource. */
export async function listDue(
  db: Reader,
  { institutionId, endpointId }: Leased,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<DueDelivery[]> {
  const rows = await db.rows(DUE, { institutionId, endpointId, now: toInstantText(now), limit });
  return rows.map(({ deliveryId, attemptCount, nextAttemptAt, ...event }) => ({
    delivery: {
      id: deliveryId,
      status: 'pending',
      attemptCount,
      nextAttemptAt: nextAttemptAt === null ? null : fromInstantText(nextAttemptAt),
    },
    event: eventMessage(event),
  }));
}

/** Writes what came of an attempt, unless the lease is another's by now or the delivery was asked for again meanwhile. */
export function recordAttempt(
  tx: Tx,
  leased: Leased,
  { before, after, health, now }: { before: Delivery; after: Delivery; health: EndpointHealth; now: number },
): void {
  const at = toInstantText(now);
  tx.write(SETTLE, {
    ...leased,
    at,
    id: after.id,
    attemptsBefore: before.attemptCount,
    attemptCount: after.attemptCount,
    status: after.status,
    nextAttemptAt: textOf(after.nextAttemptAt),
  });
  tx.write(HEALTH, {
    ...leased,
    failingSince: textOf(health.failingSince),
    lastFailedAt: textOf(health.lastFailedAt),
  });
}

/** Ends what still waits of an endpoint that is being deleted. */
export function cancelDeliveries(
  tx: Tx,
  { institutionId, endpointId, now }: { institutionId: string; endpointId: string; now: number },
): void {
  tx.write(CANCEL, { institutionId, endpointId, at: toInstantText(now) });
}

function textOf(epochMs: number | null): string | null {
  return epochMs === null ? null : toInstantText(epochMs);
}

const LEASED = { institutionId: uuid(), endpointId: uuid(), lease: uuid() };

const DUE = sqlStatement(deliveries, 'due', {
  parameters: { institutionId: uuid(), endpointId: uuid(), now: instant(), limit: integer() },
  result: {
    deliveryId: uuid(),
    ...typesOf(deliveries, ['attemptCount', 'nextAttemptAt']),
    ...typesOf(events, SHOWN),
  },
  text: ($) => `SELECT d.id AS "deliveryId", d.attempt_count AS "attemptCount", d.next_attempt_at AS "nextAttemptAt",
     ${columnsOf(events, 'e', SHOWN)}
   FROM deliveries d
   JOIN events e ON e.institution_id = d.institution_id AND e.id = d.event_id
   WHERE d.institution_id = ${$.institutionId} AND d.endpoint_id = ${$.endpointId} AND d.status = 'pending'
     AND d.next_attempt_at <= ${$.now}
     AND NOT EXISTS (
       SELECT FROM deliveries f
       WHERE f.institution_id = d.institution_id AND f.endpoint_id = d.endpoint_id AND f.resource_id = d.resource_id
         AND f.status = 'pending' AND (f.sequence, f.created_at, f.id) < (d.sequence, d.created_at, d.id))
   ORDER BY d.next_attempt_at, d.sequence LIMIT ${$.limit}`,
});

const IS_LEASED = ($: Readonly<Record<'institutionId' | 'endpointId' | 'lease', string>>) => `EXISTS (
     SELECT FROM endpoint_queues q
     WHERE q.institution_id = ${$.institutionId} AND q.endpoint_id = ${$.endpointId} AND q.lease = ${$.lease})`;

const SETTLE = sqlStatement(deliveries, 'settle', {
  parameters: {
    ...LEASED,
    id: uuid(),
    at: instant(),
    attemptsBefore: integer(),
    attemptCount: integer(),
    status: text<DeliveryStatus>(),
    nextAttemptAt: instant().nullable(),
  },
  result: {},
  text: ($) => `UPDATE deliveries
   SET status = ${$.status}, attempt_count = ${$.attemptCount}, next_attempt_at = ${$.nextAttemptAt}, updated_at = ${$.at}
   WHERE institution_id = ${$.institutionId} AND id = ${$.id} AND status = 'pending'
     AND attempt_count = ${$.attemptsBefore} AND ${IS_LEASED($)}`,
});

const CANCEL = sqlStatement(deliveries, 'cancel', {
  parameters: { institutionId: uuid(), endpointId: uuid(), at: instant() },
  result: {},
  text: ($) => `UPDATE deliveries SET status = 'cancelled', next_attempt_at = NULL, updated_at = ${$.at}
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND status = 'pending'`,
});

const HEALTH = sqlStatement(endpointQueues, 'health', {
  parameters: { ...LEASED, failingSince: instant().nullable(), lastFailedAt: instant().nullable() },
  result: {},
  text: ($) => `UPDATE endpoint_queues SET failing_since = ${$.failingSince}, last_failed_at = ${$.lastFailedAt}
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND lease = ${$.lease}`,
});
