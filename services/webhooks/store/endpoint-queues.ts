import { boolean, instant, integer, uuid } from '../../../platform/data/schema/column.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import { columnsOf, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import { endpointQueues } from './tables.ts';

export interface EndpointKey {
  readonly institutionId: string;
  readonly endpointId: string;
}

export interface Lease extends EndpointKey {
  readonly lease: string;
}

/** An endpoint that a worker serves, and how it has answered lately. Instants are text. */
export type LeasedEndpoint = Pick<RowOf<typeof endpointQueues>, (typeof LEASED)[number]>;

/** How long an endpoint is one worker's, by the database's clock, whose hands no replica moves. */
export const LEASE_MS = 30_000;

interface LeaseRequest {
  readonly lease: string;
  /** Instant text. */
  readonly now: string;
  /** How many of those that answer well, and of those that fail or are slow at present. */
  readonly healthy: number;
  readonly troubled: number;
}

/**
 * Leases endpoints that have something due: first those of institutions for which the fewest are served, then those that were served the longest ago. What
 * another worker is leasing at this moment, or an event is being added to, is left out.
 */
export function leaseEndpoints(tx: Tx, request: LeaseRequest): Promise<LeasedEndpoint[]> {
  return tx.rows(LEASE, request);
}

/** How an endpoint has answered. Instants are text. */
export interface Answered {
  readonly failingSince: string | null;
  readonly lastFailedAt: string | null;
  readonly isSlow: boolean;
}

/** Locks a leased endpoint's queue, prolongs the lease and notes how the endpoint has answered; false where the lease is another's by now. */
export async function holdLease(tx: Tx, lease: Lease, answered: Answered): Promise<boolean> {
  return (await tx.rows(HOLD, { ...lease, ...answered })).length > 0;
}

/** Ends a lease that {@link holdLease} holds, and returns when the endpoint has something due next, as instant text or null. */
export async function releaseLease(tx: Tx, { institutionId, endpointId }: EndpointKey): Promise<string | null> {
  const [row] = await tx.rows(RELEASE, { institutionId, endpointId });
  return row?.dueAt ?? null;
}

/** Locks the queue of an endpoint. Its row in `endpoints` is locked, where that is changed, too. */
export function lockQueue(tx: Tx, { institutionId, endpointId }: EndpointKey): void {
  tx.write(LOCK, { institutionId, endpointId });
}

/** Has an endpoint be served as its deliveries say by now, whose queue is locked; not at all while it is disabled. */
export function refreshQueue(tx: Tx, { institutionId, endpointId }: EndpointKey): void {
  tx.write(REFRESH, { institutionId, endpointId });
}

/** Forgets how an endpoint has answered, for one that was enabled. */
export function forgetAnswers(tx: Tx, { institutionId, endpointId }: EndpointKey): void {
  tx.write(FORGET, { institutionId, endpointId });
}

const KEY = { institutionId: uuid(), endpointId: uuid() };
const LEASED = ['institutionId', 'endpointId', 'failingSince', 'lastFailedAt', 'isSlow'] as const;
const UNTIL = `clock_timestamp() + interval '${LEASE_MS} ms'`;

const isOf = ($: Record<keyof typeof KEY, string>) =>
  `q.institution_id = ${$.institutionId} AND q.endpoint_id = ${$.endpointId}`;

/** The earliest attempt of a queue's endpoint, unless that is disabled. */
const NEXT_DUE = `(SELECT min(d.next_attempt_at) FROM deliveries d
     JOIN endpoints e ON e.institution_id = d.institution_id AND e.id = d.endpoint_id AND e.is_enabled
     WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.next_attempt_at IS NOT NULL)`;

/** Those of a kind that have been due the longest: so many as leave a choice among institutions, however many there are. */
const dueOf = (kind: string, now: string) => `(
     SELECT q.institution_id, q.endpoint_id, q.served_at, ${kind === TROUBLED} AS is_troubled
     FROM endpoint_queues q
     WHERE q.due_at <= ${now} AND ${kind} AND ${IS_FREE}
     ORDER BY q.due_at LIMIT ${CANDIDATES})`;

const ANSWERING = '(q.failing_since IS NULL AND NOT q.is_slow)';
const TROUBLED = '(q.failing_since IS NOT NULL OR q.is_slow)';
const IS_FREE = '(q.leased_until IS NULL OR q.leased_until <= clock_timestamp())';
const CANDIDATES = 1_000;

const LEASE = sqlStatement(endpointQueues, 'lease', {
  parameters: { lease: uuid(), now: instant(), healthy: integer(), troubled: integer() },
  result: typesOf(endpointQueues, LEASED),
  text: ($) => `WITH served AS (
     SELECT q.institution_id, count(*) AS endpoints FROM endpoint_queues q
     WHERE q.lease IS NOT NULL AND q.leased_until > clock_timestamp() GROUP BY 1),
   due AS (${dueOf(ANSWERING, $.now)} UNION ALL ${dueOf(TROUBLED, $.now)}),
   numbered AS (
     SELECT d.*, coalesce(s.endpoints, 0) + row_number() OVER (
       PARTITION BY d.is_troubled, d.institution_id ORDER BY d.served_at NULLS FIRST, d.endpoint_id) AS nth
     FROM due d LEFT JOIN served s ON s.institution_id = d.institution_id),
   ranked AS (
     SELECT n.*, row_number() OVER (PARTITION BY is_troubled ORDER BY nth, served_at NULLS FIRST, endpoint_id) AS queue_rank
     FROM numbered n),
   free AS (
     SELECT f.row_id FROM ranked r
     CROSS JOIN LATERAL (
       SELECT q.ctid AS row_id FROM endpoint_queues q
       WHERE q.institution_id = r.institution_id AND q.endpoint_id = r.endpoint_id AND q.due_at <= ${$.now} AND ${IS_FREE}
       FOR NO KEY UPDATE SKIP LOCKED) AS f
     WHERE r.queue_rank <= CASE WHEN r.is_troubled THEN ${$.troubled}::integer ELSE ${$.healthy}::integer END)
   UPDATE endpoint_queues q SET lease = ${$.lease}, leased_until = ${UNTIL}
   WHERE q.ctid = ANY (ARRAY(SELECT f.row_id FROM free f))
   RETURNING ${columnsOf(endpointQueues, 'q', LEASED)}`,
});

const HOLD = sqlStatement(endpointQueues, 'hold', {
  parameters: {
    ...KEY,
    lease: uuid(),
    failingSince: instant().nullable(),
    lastFailedAt: instant().nullable(),
    isSlow: boolean(),
  },
  result: { endpointId: uuid() },
  text: ($) => `UPDATE endpoint_queues q SET leased_until = ${UNTIL},
     failing_since = ${$.failingSince}, last_failed_at = ${$.lastFailedAt}, is_slow = ${$.isSlow}
   WHERE ${isOf($)} AND q.lease = ${$.lease}
   RETURNING q.endpoint_id AS "endpointId"`,
});

const RELEASE = sqlStatement(endpointQueues, 'release', {
  parameters: KEY,
  result: { dueAt: instant().nullable() },
  text: ($) => `UPDATE endpoint_queues q
   SET lease = NULL, leased_until = NULL, served_at = clock_timestamp(), due_at = ${NEXT_DUE}
   WHERE ${isOf($)} RETURNING q.due_at AS "dueAt"`,
});

const LOCK = sqlStatement(endpointQueues, 'lock', {
  parameters: KEY,
  result: { endpointId: uuid() },
  text: ($) => `SELECT q.endpoint_id AS "endpointId" FROM endpoint_queues q WHERE ${isOf($)} FOR NO KEY UPDATE`,
});

const REFRESH = sqlStatement(endpointQueues, 'refresh', {
  parameters: KEY,
  result: {},
  text: ($) => `UPDATE endpoint_queues q SET due_at = ${NEXT_DUE} WHERE ${isOf($)}`,
});

const FORGET = sqlStatement(endpointQueues, 'forget', {
  parameters: KEY,
  result: {},
  text: ($) =>
    `UPDATE endpoint_queues q SET failing_since = NULL, last_failed_at = NULL, is_slow = false WHERE ${isOf($)}`,
});
