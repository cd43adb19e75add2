import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsOf,
  instant,
  integer,
  type RowOf,
  sqlStatement,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { endpointQueues, leaseEnd } from './endpoint-queues.ts';

/** An endpoint that a worker serves, and how it has responded lately. Instants are text. */
export type LeasedEndpoint = Pick<RowOf<typeof endpointQueues>, (typeof LEASED)[number]>;

interface LeaseRequest {
  readonly lease: string;
  /** Instant text. */
  readonly now: string;
  /** How many endpoints that respond well, and how many that fail or are slow at present. */
  readonly healthy: number;
  readonly troubled: number;
}

/**
 * The constraint that fails a transaction which leases an endpoint while another worker leases one of the same host.
 */
export const ONE_OF_A_HOST = 'endpoint_queues_leased_host';

/**
 * Leases endpoints that have something due: first those of institutions with the fewest endpoints being served, then
 * those served longest ago. Of an institution's endpoints with the same host, only one is leased at a time. Skips
 * endpoints that another worker is leasing right now, or to which an event is being added.
 */
export function leaseEndpoints(tx: Tx, request: LeaseRequest): Promise<LeasedEndpoint[]> {
  tx.write(END_EXPIRED, {});
  return tx.rows(LEASE, request);
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
     WHERE q.due_at <= ${now} AND ${kind} AND q.lease IS NULL
     ORDER BY q.due_at LIMIT ${CANDIDATES})`;

const ANSWERING = '(q.failing_since IS NULL AND NOT q.is_slow)';
const TROUBLED = '(q.failing_since IS NOT NULL OR q.is_slow)';
const CANDIDATES = 1_000;

// A killed worker leaves its leases behind: while they are set, their hosts count as leased.
const END_EXPIRED = sqlStatement(endpointQueues, 'end_expired', {
  writes: true,
  parameters: {},
  result: {},
  text: () => `UPDATE endpoint_queues SET lease = NULL, leased_until = NULL
   WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM endpoint_queues WHERE lease IS NOT NULL AND leased_until <= clock_timestamp()
     FOR NO KEY UPDATE SKIP LOCKED))`,
});

const LEASE = sqlStatement(endpointQueues, 'lease', {
  writes: true,
  parameters: { lease: uuid(), now: instant(), healthy: integer(), troubled: integer() },
  result: typesOf(endpointQueues, LEASED),
  text: ($) => `WITH leased AS (
     SELECT q.institution_id, q.leased_host FROM endpoint_queues q WHERE q.lease IS NOT NULL),
   served AS (SELECT institution_id, count(*) AS endpoints FROM leased GROUP BY 1),
   due AS (${dueOf(ANSWERING, $.now)} UNION ALL ${dueOf(TROUBLED, $.now)}),
   of_free_hosts AS (
     SELECT DISTINCT ON (d.institution_id, d.host) d.* FROM due d
     WHERE NOT EXISTS (SELECT FROM leased l WHERE l.institution_id = d.institution_id AND l.leased_host = d.host)
     ORDER BY d.institution_id, d.host, d.served_at NULLS FIRST, d.endpoint_id),
   numbered AS (
     SELECT d.*, coalesce(s.endpoints, 0) + row_number() OVER (
       PARTITION BY d.is_troubled, d.institution_id ORDER BY d.served_at NULLS FIRST, d.endpoint_id) AS nth
     FROM of_free_hosts d LEFT JOIN served s ON s.institution_id = d.institution_id),
   ranked AS (
     SELECT n.*, row_number() OVER (PARTITION BY is_troubled ORDER BY nth, served_at NULLS FIRST, endpoint_id) AS queue_rank
     FROM numbered n),
   free AS (
     SELECT f.row_id FROM ranked r
     CROSS JOIN LATERAL (
       SELECT q.ctid AS row_id FROM endpoint_queues q
       WHERE q.institution_id = r.institution_id AND q.endpoint_id = r.endpoint_id AND q.due_at <= ${$.now} AND q.lease IS NULL
       FOR NO KEY UPDATE SKIP LOCKED) AS f
     WHERE r.queue_rank <= CASE WHEN r.is_troubled THEN ${$.troubled}::integer ELSE ${$.healthy}::integer END)
   UPDATE endpoint_queues q SET lease = ${$.lease}, leased_until = ${leaseEnd}, leased_host = q.host
   WHERE q.ctid = ANY (ARRAY(SELECT f.row_id FROM free f))
   RETURNING ${columnsOf(endpointQueues, 'q', LEASED)}`,
});
