import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  changeRows,
  columnsOf,
  insertRows,
  instant,
  plainText,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { Delivery } from '../domain/delivery.ts';
import { eventBody } from '../domain/event-body.ts';
import { type EndpointKey, hostOf } from './endpoint-queues.ts';
import { eventMessage, SHOWN } from './events.ts';
import { releaseNext } from './resource-order.ts';
import { deliveries, deliveryAttempts, events } from './tables.ts';

export interface DueDelivery {
  readonly delivery: Delivery;
  readonly url: string;
  readonly eventId: string;
  readonly resourceId: string;
  /** All attempts made for the delivery so far. */
  readonly attemptsMade: number;
  readonly requestId: string;
  /** The body to send; null if the event is no longer stored. */
  readonly body: string | null;
}

interface DueOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly limit: number;
  /** The host that is leased with the endpoint; null for any. */
  readonly host: string | null;
  /**
   * The first event that a running replay has not reached; null without one. This and later events wait, so that none
   * overtakes it.
   */
  readonly before: number | null;
}

/**
 * Due deliveries of an endpoint, at most one per resource; none while it is disabled, or after its URL has moved to
 * another host.
 */
export async function listDue(
  db: Reader,
  { institutionId, endpointId }: EndpointKey,
  { now, limit, host, before }: DueOptions,
): Promise<DueDelivery[]> {
  const position = before ?? Number.MAX_SAFE_INTEGER;
  const rows = await db.rows(DUE, {
    institutionId,
    endpointId,
    now: toInstantText(now),
    limit,
    host,
    before: position,
  });
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

/** The outcome of a due delivery. */
export interface Settled {
  readonly resourceId: string;
  readonly after: Delivery;
  readonly attemptsMade: number;
  /** Null if no attempt was made. */
  readonly attempt: AttemptRow | null;
}

/**
 * Writes the outcomes, and schedules the deliveries that waited for the ended ones. The endpoint's queue is locked.
 * @param now in epoch milliseconds
 */
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

// Each delivery reads its event by key, in the one partition that has it: a join would scan all events whenever a plan
// expects many due deliveries.
const DUE = sqlStatement(deliveries, 'due', {
  parameters: {
    ...{ institutionId: uuid(), endpointId: uuid(), now: instant(), limit: bigint() },
    ...{ host: plainText().nullable(), before: bigint() },
  },
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
     WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND next_attempt_at <= ${$.now} AND sequence < ${$.before}
     ORDER BY next_attempt_at, sequence LIMIT ${$.limit}) AS d
   LEFT JOIN LATERAL (
     SELECT * FROM events
     WHERE institution_id = ${$.institutionId} AND sequence = d.sequence AND recorded_at = d.recorded_at LIMIT 1) AS e ON true
   WHERE p.institution_id = ${$.institutionId} AND p.id = ${$.endpointId} AND p.is_enabled
     AND coalesce(${$.host} = ${hostOf('p.url')}, true)
   ORDER BY d.next_attempt_at, d.sequence`,
});
