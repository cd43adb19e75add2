import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { bigint, instant, text, uuid } from '../../../platform/data/schema/column.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import { findBy } from '../../../platform/data/statements/find-by.ts';
import { columnsBut, columnsOf, lockRow, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { type Placeholders, sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import { type Attempt, AttemptSchema } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { DeliveryStatus } from '../domain/delivery.ts';
import { deliveries, deliveryAttempts } from './tables.ts';

export type DeliveryRow = Pick<RowOf<typeof deliveries>, (typeof SHOWN)[number]>;

export async function findDelivery(db: Reader, actor: TenantActor, id: string): Promise<DeliveryRow | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
}

/** A delivery, locked until the transaction ends; its endpoint's queue is locked already. */
export async function lockDelivery(tx: Tx, actor: TenantActor, id: string): Promise<DeliveryRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId: actor.institutionId, id });
  return row ?? null;
}

/** The attempts of a delivery, in order. */
export async function listAttempts(db: Reader, actor: TenantActor, deliveryId: string): Promise<Attempt[]> {
  const rows = await db.rows(ATTEMPTS, { institutionId: actor.institutionId, deliveryId });
  return rows.map(attemptMessage);
}

interface Filters {
  readonly endpointId: string;
  readonly status: DeliveryStatus | undefined;
  readonly eventId: string | undefined;
}

const ALL: readonly DeliveryStatus[] = ['pending', 'succeeded', 'failed', 'cancelled'];

/** Deliveries of an endpoint after a position, newest first. */
export async function listDeliveries(
  db: Reader,
  { institutionId }: TenantActor,
  { endpointId, status, eventId }: Filters,
  after: Keyset,
): Promise<DeliveryRow[]> {
  const params = { institutionId, endpointId, ...after, statuses: status ? [status] : ALL };
  if (eventId === undefined) return db.rows(LIST, params);
  return isUuid(eventId) ? db.rows(LIST_OF_EVENT, { ...params, eventId }) : [];
}

/** The deliveries of an event to the endpoints that there still are: each has one, and an institution has few endpoints. */
export async function listEventDeliveries(
  db: Reader,
  { institutionId }: TenantActor,
  eventId: string,
): Promise<DeliveryRow[]> {
  return isUuid(eventId) ? db.rows(OF_EVENT, { institutionId, eventId }) : [];
}

const attemptMessage = messageWriter(AttemptSchema);

const SHOWN = columnsBut(deliveries, 'institutionId', 'recordedAt', 'body', 'attemptCount', 'attemptsMade', 'sequence');

const BY_ID = findBy(deliveries, ['institutionId', 'id'], SHOWN);
const LOCK = lockRow(deliveries, ['institutionId', 'id'], SHOWN);

const ATTEMPTS = sqlStatement(deliveryAttempts, 'of_delivery', {
  parameters: { institutionId: uuid(), deliveryId: uuid() },
  result: typesOf(deliveryAttempts, columnsBut(deliveryAttempts, 'institutionId')),
  text: ($) => `SELECT ${columnsOf(deliveryAttempts, 'a', columnsBut(deliveryAttempts, 'institutionId'))}
   FROM delivery_attempts a
   WHERE a.institution_id = ${$.institutionId} AND a.delivery_id = ${$.deliveryId} ORDER BY a.number`,
});

const PAGE = {
  ...{ institutionId: uuid(), endpointId: uuid(), sort: instant(), id: uuid(), limit: bigint() },
  statuses: text<DeliveryStatus>().array(),
};

/** Deliveries after the position, newest first. */
const pageOf = ($: Placeholders<typeof PAGE>, condition: string) => `SELECT ${columnsOf(deliveries, 'd', SHOWN)}
     FROM deliveries d
     WHERE d.institution_id = ${$.institutionId} AND d.endpoint_id = ${$.endpointId} AND ${condition}
       AND (d.created_at, d.id) < (${$.sort}, ${$.id})
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${$.limit}`;

// Reads a page of each status from the index, then merges these into the page.
const LIST = sqlStatement(deliveries, 'list', {
  parameters: PAGE,
  result: typesOf(deliveries, SHOWN),
  text: ($) => `SELECT p.* FROM unnest(${$.statuses}) AS s(status)
   CROSS JOIN LATERAL (${pageOf($, 'd.status = s.status')}) AS p
   ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${$.limit}`,
});

const LIST_OF_EVENT = sqlStatement(deliveries, 'list_of_event', {
  parameters: { ...PAGE, eventId: uuid() },
  result: typesOf(deliveries, SHOWN),
  text: ({ eventId, ...$ }) => pageOf($, `d.event_id = ${eventId} AND d.status = ANY (${$.statuses})`),
});

const OF_EVENT = sqlStatement(deliveries, 'of_event', {
  parameters: { institutionId: uuid(), eventId: uuid() },
  result: typesOf(deliveries, SHOWN),
  text: ($) => `SELECT ${columnsOf(deliveries, 'd', SHOWN)} FROM deliveries d
   WHERE d.institution_id = ${$.institutionId} AND d.event_id = ${$.eventId}
     AND EXISTS (SELECT FROM endpoints e WHERE e.institution_id = d.institution_id AND e.id = d.endpoint_id)
   LIMIT 100`,
});
