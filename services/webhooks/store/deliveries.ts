import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  instant,
  integer,
  lockRow,
  type Placeholders,
  plainText,
  type ResultOf,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  type Attempt,
  AttemptSchema,
  type Delivery,
  DeliverySchema,
} from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { DeliveryStatus } from '../domain/delivery.ts';
import { deliveries } from './tables.ts';

export type DeliveryRow = Pick<RowOf<typeof deliveries>, (typeof SHOWN)[number]>;

/** A delivery and all of its attempts in order, of one moment: a pending one has no successful attempt. */
export async function findDelivery(db: Reader, actor: TenantActor, id: string) {
  const rows = isUuid(id) ? await db.rows(WITH_ATTEMPTS, { institutionId: actor.institutionId, id }) : [];
  const last = rows.at(-1);
  return last ? { delivery: deliveryMessage(last), attempts: rows.flatMap((row) => attemptOf(row) ?? []) } : null;
}

/** A delivery, locked until the transaction ends; its endpoint's queue is locked already. */
export async function lockDelivery(tx: Tx, actor: TenantActor, id: string): Promise<DeliveryRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId: actor.institutionId, id });
  return row ?? null;
}

interface Filters {
  readonly endpointId: string;
  readonly status: DeliveryStatus | undefined;
  readonly eventId: string | undefined;
}

const ALL: readonly DeliveryStatus[] = ['pending', 'succeeded', 'failed', 'cancelled'];

/** Deliveries of an endpoint after a position, newest first, each with its last attempt of the same moment. */
export async function listDeliveries(
  db: Reader,
  { institutionId }: TenantActor,
  { endpointId, status, eventId }: Filters,
  after: Keyset,
): Promise<TriedRow[]> {
  const params = { institutionId, endpointId, ...after, statuses: status ? [status] : ALL };
  if (eventId === undefined) return db.rows(LIST, params);
  return isUuid(eventId) ? db.rows(LIST_OF_EVENT, { ...params, eventId }) : [];
}

/**
 * The deliveries of an event to the endpoints that there still are: each has one, and an institution has few endpoints.
 */
export async function listEventDeliveries(
  db: Reader,
  { institutionId }: TenantActor,
  eventId: string,
): Promise<TriedRow[]> {
  return isUuid(eventId) ? db.rows(OF_EVENT, { institutionId, eventId }) : [];
}

/** @param delivery with its last attempt; without one, none was made */
export function deliveryMessage(delivery: DeliveryRow | TriedRow): Delivery {
  const last = 'number' in delivery ? delivery : NEVER_TRIED;
  return writeDelivery({
    ...delivery,
    attemptCount: last.number ?? 0,
    lastAttempt: attemptOf({ ...last, response: null }),
  });
}

function attemptOf({ at, durationMs, answer: status, error, response }: AttemptRow): Attempt | null {
  return at === null || durationMs === null ? null : writeAttempt({ at, durationMs, status, error, response });
}

const writeDelivery = messageWriter(DeliverySchema);
const writeAttempt = messageWriter(AttemptSchema);

const SHOWN = columnsBut(deliveries, 'institutionId', 'recordedAt', 'body', 'attemptCount', 'attemptsMade', 'sequence');

const LAST = {
  ...{ number: integer().nullable(), at: instant().nullable(), durationMs: integer().nullable() },
  ...{ answer: integer().nullable(), error: plainText().nullable() },
};
const TRIED = { ...typesOf(deliveries, SHOWN), ...LAST };
type TriedRow = ResultOf<typeof TRIED>;
type AttemptRow = ResultOf<typeof LAST> & { readonly response: string | null };

const NEVER_TRIED = { number: null, at: null, durationMs: null, answer: null, error: null };
const LAST_COLUMNS = 'a.number, a.at, a.duration_ms AS "durationMs", a.status AS answer, a.error';

/** The last attempt, as `a`, of each delivery of an alias. */
const lastAttempt = (alias: string, institutionId: string) => `LEFT JOIN LATERAL (
     SELECT * FROM delivery_attempts t WHERE t.institution_id = ${institutionId} AND t.delivery_id = ${alias}.id
     ORDER BY t.number DESC LIMIT 1) AS a ON true`;

const LOCK = lockRow(deliveries, ['institutionId', 'id'], SHOWN);

const WITH_ATTEMPTS = sqlStatement(deliveries, 'with_attempts', {
  parameters: { institutionId: uuid(), id: uuid() },
  result: { ...TRIED, response: text().nullable() },
  text: ($) => `SELECT ${columnsOf(deliveries, 'd', SHOWN)}, ${LAST_COLUMNS}, a.response FROM deliveries d
   LEFT JOIN delivery_attempts a ON a.institution_id = d.institution_id AND a.delivery_id = d.id
   WHERE d.institution_id = ${$.institutionId} AND d.id = ${$.id} ORDER BY a.number`,
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

/** A page of deliveries with their last attempts. */
const triedPage = ($: Placeholders<typeof PAGE>, page: string) => `SELECT p.*, ${LAST_COLUMNS} FROM (${page}) AS p
   ${lastAttempt('p', $.institutionId)}
   ORDER BY p."createdAt" DESC, p.id DESC`;

// Reads a page of each status from the index, then merges these into the page.
const LIST = sqlStatement(deliveries, 'list', {
  parameters: PAGE,
  result: TRIED,
  text: ($) =>
    triedPage(
      $,
      `SELECT m.* FROM unnest(${$.statuses}) AS s(status)
     CROSS JOIN LATERAL (${pageOf($, 'd.status = s.status')}) AS m
     ORDER BY m."createdAt" DESC, m.id DESC LIMIT ${$.limit}`,
    ),
});

const LIST_OF_EVENT = sqlStatement(deliveries, 'list_of_event', {
  parameters: { ...PAGE, eventId: uuid() },
  result: TRIED,
  text: ({ eventId, ...$ }) => triedPage($, pageOf($, `d.event_id = ${eventId} AND d.status = ANY (${$.statuses})`)),
});

const OF_EVENT = sqlStatement(deliveries, 'of_event', {
  parameters: { institutionId: uuid(), eventId: uuid() },
  result: TRIED,
  text: ($) => `SELECT ${columnsOf(deliveries, 'd', SHOWN)}, ${LAST_COLUMNS} FROM deliveries d
   ${lastAttempt('d', $.institutionId)}
   WHERE d.institution_id = ${$.institutionId} AND d.event_id = ${$.eventId}
     AND EXISTS (SELECT FROM endpoints e WHERE e.institution_id = d.institution_id AND e.id = d.endpoint_id)
   LIMIT 100`,
});

/**
 * Removes ended deliveries created at or before an instant, with their attempts. Pending ones stay: others wait for
 * them to end.
 */
export const removeDeliveries = sqlStatement(deliveries, 'remove_expired', {
  writes: true,
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  text: ({ before, limit }) => `DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM deliveries WHERE created_at <= ${before} AND status <> 'pending' ORDER BY created_at LIMIT ${limit}))
     AND created_at <= ${before} RETURNING 1 AS removed`,
});

/**
 * Removes pending deliveries of deleted endpoints: they are never shown or sent. In the order of an index, which the
 * scan leaves early: without an order, a plan read all deliveries of an endpoint to remove a few.
 */
export const removeOrphans = sqlStatement(deliveries, 'remove_orphans', {
  writes: true,
  parameters: { limit: bigint() },
  result: { removed: integer() },
  text: ({ limit }) => `DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT d.ctid FROM deleted_endpoints x CROSS JOIN LATERAL (
       SELECT ctid FROM deliveries o
       WHERE o.institution_id = x.institution_id AND o.endpoint_id = x.endpoint_id AND o.status = 'pending'
       ORDER BY o.resource_id, o.sequence, o.created_at, o.id LIMIT ${limit}) AS d
     LIMIT ${limit}))
     AND status = 'pending' RETURNING 1 AS removed`,
});
