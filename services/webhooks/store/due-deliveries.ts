import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { bigint, boolean, instant, text, uuid } from '../../../platform/data/schema/column.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import { changeRows, columnsOf, insertRows, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import type { Delivery } from '../domain/delivery.ts';
import { eventBody } from '../domain/event-body.ts';
import type { EndpointKey } from './endpoint-queues.ts';
import { eventMessage, SHOWN } from './events.ts';
import { releaseNext } from './resource-order.ts';
import { deliveries, deliveryAttempts, events } from './tables.ts';

export interface DueDelivery {
  readonly delivery: Delivery;
  readonly url: string;
  readonly eventId: string;
  readonly resourceId: string;
  /** All that were made of it so far. */
  readonly attemptsMade: number;
  readonly requestId: string;
  /** What is sent; null where the event is no longer kept. */
  readonly body: string | null;
}

/** Deliveries of an endpoint that are due, of each resource one at most; none while it is disabled. @param now in epoch milliseconds */
export async function listDue(
  db: Reader,
  { institutionId, endpointId }: EndpointKey,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<DueDelivery[]> {
  const rows = await db.rows(DUE, { institutionId, endpointId, now: toInstantText(now), limit });
  return rows.map(({ deliveryId, eventId, url, ownResource, attemptCount, nextAttemptAt, ...row }) => ({
    delivery: { id: deliveryId, status: 'pending', attemptCount, nextAttemptAt: fromInstantText(nextAttemptAt) },
    ...{ url, eventId },
    resourceId: ownResource,
    attemptsMade: row.attemptsMade,
    requestId: row.requestId ?? '',
    body: row.body ?? (row.hasEvent ? eventBody(eventMessage(row)) : null),
  }));
}

type AttemptRow = Omit<RowOf<typeof deliveryAttempts>, 'institutionId'>;

/** What became of a delivery that was due. */
export interface Settled {
  readonly resourceId: string;
  readonly after: Delivery;
  readonly attemptsMade: number;
  /** Null where none was made. */
  readonly attempt: AttemptRow | null;
}

/** Writes what became of deliveries, and gives those behind the ended ones their turn. The endpoint's queue is locked. @param now in epoch milliseconds */
export function settle(
  tx: Tx,
  { institutionId, endpointId }: EndpointKey,
  settled: readonly Settled[],
  now: number,
): void {
  const at = toInstantText(now);
  tx.write(SETTLE, {
    institutionId,
    updatedAt: at,
    rows: settled.map(({ after: { id, status, attemptCount, nextAttemptAt }, attemptsMade }) => ({
      ...{ id, status, attemptCount, attemptsMade },
      nextAttemptAt: nextAttemptAt === null ? null : toInstantText(nextAttemptAt),
    })),
  });
  tx.write(INSERT_ATTEMPTS, { institutionId, rows: settled.flatMap(({ attempt }) => attempt ?? []) });
  const ended = settled.filter(({ after }) => after.status !== 'pending');
  const resourceIds = ended.map(({ resourceId }) => resourceId);
  releaseNext(tx, { institutionId, endpointId }, resourceIds, at);
}

const SETTLE = changeRows(deliveries, 'settle', {
  shared: ['institutionId', 'updatedAt'],
  set: ['status', 'attemptCount', 'attemptsMade', 'nextAttemptAt'],
});

const INSERT_ATTEMPTS = insertRows(deliveryAttempts, { shared: ['institutionId'] });

// The event is read by its key and the partition that has it, of each delivery apart: joined, all events would be read where a plan expects many that are due.
const DUE = sqlStatement(deliveries, 'due', {
  parameters: { institutionId: uuid(), endpointId: uuid(), now: instant(), limit: bigint() },
  result: {
    deliveryId: uuid(),
    url: text(),
    ownResource: uuid(),
    ...typesOf(deliveries, ['eventId', 'attemptCount', 'attemptsMade', 'body']),
    nextAttemptAt: instant(),
    hasEvent: boolean(),
    ...typesOf(events, SHOWN),
  },
  text: ($) => `SELECT d.id AS "deliveryId", p.url, d.resource_id AS "ownResource",
     ${columnsOf(deliveries, 'd', ['eventId', 'attemptCount', 'attemptsMade', 'body', 'nextAttemptAt'])},
     (e.id IS NOT NULL) AS "hasEvent", ${columnsOf(events, 'e', SHOWN)}
   FROM endpoints p
   CROSS JOIN LATERAL (
     SELECT * FROM deliveries
     WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND next_attempt_at <= ${$.now}
     ORDER BY next_attempt_at, sequence LIMIT ${$.limit}) AS d
   LEFT JOIN LATERAL (
     SELECT * FROM events
     WHERE institution_id = ${$.institutionId} AND sequence = d.sequence AND recorded_at = d.recorded_at LIMIT 1) AS e ON true
   WHERE p.institution_id = ${$.institutionId} AND p.id = ${$.endpointId} AND p.is_enabled
   ORDER BY d.next_attempt_at, d.sequence`,
});
