import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsOf,
  instant,
  integer,
  type RowOf,
  sqlStatement,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { STANDING_STILL } from '../../../platform/data/standstill/fence.ts';
import { endpointQueues, HOST_SLOTS, leaseEnd } from './endpoint-queues.ts';

/** An endpoint that a worker serves, and how it has responded lately. Instants are text. */
export type LeasedEndpoint = Pick<RowOf<typeof endpointQueues>, (typeof LEASED)[number]> & {
  /** The requests that may be made at once. */
  readonly slots: number;
};

interface LeaseRequest {
  readonly lease: string;
  /** Instant text. */
  readonly now: string;
  /** How many endpoints that respond well, and how many that fail or are slow at present. */
  readonly healthy: number;
  readonly troubled: number;
}

/**
 * The constraint that fails a transaction which leases an endpoint while another worker leases the same slots of its
 * host.
 */
export const ONE_OF_A_HOST = 'endpoint_queues_leased_host';

/**
 * Leases endpoints that have something due: first those of institutions with the fewest endpoints being served, then
 * those served longest ago. Of an institution's endpoints with the same host, two at most are leased at a time, each
 * with half of the host's slots: the first half is for those that respond, so that no receiver that hangs takes both.
 * An endpoint that has its host alone leases all. Skips endpoints that another worker is leasing right now, or to which
 * an event is being added, and those of institutions that stand still.
 */
export function leaseEndpoints(tx: Tx, request: LeaseRequest): Promise<LeasedEndpoint[]> {
  tx.write(END_EXPIRED, {});
  return tx.rows(LEASE, request);
}

/** Requests to receivers that are under way: a freeze waits until the leases have ended. */
export const deliveriesUnderWay = sqlStatement(endpointQueues, 'under_way', {
  parameters: { institutionId: uuid() },
  result: { count: integer() },
  text: ({ institutionId }) => `SELECT count(*)::int AS count FROM endpoint_queues
   WHERE institution_id = ${institutionId} AND leased_until > clock_timestamp()`,
});

/** When the first endpoint is due, leased or not: instant text; null if none ever is. */
export async function nextDueAt(db: Reader): Promise<string | null> {
  const [row] = await db.rows(NEXT_DUE, {});
  return row?.at ?? null;
}

const LEASED = [
  'institutionId',
  'endpointId',
  'failingSince',
  'lastFailedAt',
  'isSlow',
  'leasedHost',
  'replayFrom',
] as const;

/**
 * The endpoints of a kind that have been due longest: enough of them to leave a choice among institutions, however many
 * there are.
 */
const dueOf = (kind: string, now: string) => `(
     SELECT q.institution_id, q.endpoint_id, q.served_at, ${kind === TROUBLED} AS is_troubled, q.host
     FROM endpoint_queues q
     WHERE q.due_at <= ${now} AND ${kind} AND q.lease IS NULL AND q.institution_id <> ALL (${STANDING_STILL})
     ORDER BY q.due_at LIMIT ${CANDIDATES})`;

/** Of each institution's hosts whose slots are free, the endpoint that was served longest ago. */
const nextOfHosts = (slots: string, condition: string) => `(
     SELECT DISTINCT ON (d.institution_id, d.host) d.*, '${slots}'::int4range AS slots FROM due d
     WHERE ${condition} AND NOT EXISTS (
       SELECT FROM leased l
       WHERE l.institution_id = d.institution_id AND l.leased_host = d.host AND l.slots && '${slots}'::int4range)
     ORDER BY d.institution_id, d.host, d.served_at NULLS FIRST, d.endpoint_id)`;

const IS_ALONE = `NOT EXISTS (
       SELECT FROM endpoint_queues o
       WHERE o.institution_id = r.institution_id AND o.endpoint_id <> r.endpoint_id
         AND (o.host = r.host OR o.lease IS NOT NULL AND o.leased_host = r.host))`;

const ANSWERING = '(q.failing_since IS NULL AND NOT q.is_slow)';
const TROUBLED = '(q.failing_since IS NOT NULL OR q.is_slow)';
const CANDIDATES = 1_000;

// A killed worker leaves its leases behind: while they are set, their hosts count as leased.
const END_EXPIRED = sqlStatement(endpointQueues, 'end_expired', {
  writes: true,
  parameters: {},
  result: {},
  text: () => `UPDATE endpoint_queues SET lease = NULL, leased_until = NULL, leased_slots = NULL
   WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM endpoint_queues WHERE lease IS NOT NULL AND leased_until <= clock_timestamp()
     FOR NO KEY UPDATE SKIP LOCKED))`,
});

const NEXT_DUE = sqlStatement(endpointQueues, 'next_due', {
  parameters: {},
  result: { at: instant().nullable() },
  text: () => 'SELECT min(q.due_at) AS at FROM endpoint_queues q WHERE q.due_at IS NOT NULL',
});

const LEASE = sqlStatement(endpointQueues, 'lease', {
  writes: true,
  parameters: { lease: uuid(), now: instant(), healthy: integer(), troubled: integer() },
  result: { ...typesOf(endpointQueues, LEASED), slots: integer() },
  text: ($) => `WITH leased AS (
     SELECT q.institution_id, q.leased_host, coalesce(q.leased_slots, '${HOST_SLOTS.all}') AS slots
     FROM endpoint_queues q WHERE q.lease IS NOT NULL),
   served AS (SELECT institution_id, count(*) AS endpoints FROM leased GROUP BY 1),
   due AS (${dueOf(ANSWERING, $.now)} UNION ALL ${dueOf(TROUBLED, $.now)}),
   firsts AS ${nextOfHosts(HOST_SLOTS.first, 'NOT d.is_troubled')},
   seconds AS ${nextOfHosts(HOST_SLOTS.second, 'd.endpoint_id NOT IN (SELECT endpoint_id FROM firsts)')},
   of_free_hosts AS (TABLE firsts UNION ALL TABLE seconds),
   numbered AS (
     SELECT d.*, coalesce(s.endpoints, 0) + row_number() OVER (
       PARTITION BY d.is_troubled, d.institution_id ORDER BY d.served_at NULLS FIRST, d.endpoint_id) AS nth
     FROM of_free_hosts d LEFT JOIN served s ON s.institution_id = d.institution_id),
   ranked AS (
     SELECT n.*, row_number() OVER (PARTITION BY is_troubled ORDER BY nth, served_at NULLS FIRST, endpoint_id) AS queue_rank
     FROM numbered n),
   free AS (
     SELECT f.row_id, CASE WHEN NOT r.is_troubled AND ${IS_ALONE} THEN '${HOST_SLOTS.all}' ELSE r.slots END AS slots
     FROM ranked r
     CROSS JOIN LATERAL (
       SELECT q.ctid AS row_id FROM endpoint_queues q
       WHERE q.institution_id = r.institution_id AND q.endpoint_id = r.endpoint_id AND q.due_at <= ${$.now} AND q.lease IS NULL
       FOR NO KEY UPDATE SKIP LOCKED) AS f
     WHERE r.queue_rank <= CASE WHEN r.is_troubled THEN ${$.troubled}::integer ELSE ${$.healthy}::integer END)
   UPDATE endpoint_queues q SET lease = ${$.lease}, leased_until = ${leaseEnd}, leased_host = q.host,
     leased_slots = f.slots
   FROM free f WHERE q.ctid = ANY (ARRAY(SELECT row_id FROM free)) AND f.row_id = q.ctid
   RETURNING ${columnsOf(endpointQueues, 'q', LEASED)}, upper(f.slots) - lower(f.slots) AS slots`,
});
