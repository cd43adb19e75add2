import { instant, integer, text, uuid } from '../../../platform/data/schema/column.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import { columnsOf, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import { endpointQueues } from './tables.ts';

/** An endpoint for which a worker has work, and the right to it. Instants are text. */
export interface LeasedEndpoint extends Pick<RowOf<typeof endpointQueues>, (typeof QUEUE)[number]> {
  readonly url: string;
}

/**
 * Leases endpoints that have something due, those that have waited longest first, whosoever they are: each institution's and each endpoint's turn comes. Of
 * endpoints that fail at present not more than `failing` are taken, so that receivers that are slow to fail do not take all places.
 * @param until instant text: afterwards another worker may take them
 */
export function leaseEndpoints(
  tx: Tx,
  wanted: { readonly lease: string; readonly now: string; readonly until: string; healthy: number; failing: number },
): Promise<LeasedEndpoint[]> {
  return tx.rows(LEASE, wanted);
}

/** Extends a lease; false where it is another's by now. */
export async function renewLease(db: Reader, renewal: Lease & { readonly until: string }): Promise<boolean> {
  return (await db.rows(RENEW, renewal)).length > 0;
}

/**
 * Ends a lease and says when the endpoint wants to be looked at next. Two statements: the second sees what those have added who held the lock before it.
 */
export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  if ((await tx.rows(LOCK_LEASED, lease)).length > 0) tx.write(RELEASE, lease);
}

/** Has an endpoint that was enabled looked at again, as one that has never failed. Its row in `endpoints` is locked. */
export function resumeQueue(tx: Tx, endpoint: Omit<Lease, 'lease'>): void {
  tx.write(RESUME, endpoint);
}

interface Lease {
  readonly institutionId: string;
  readonly endpointId: string;
  readonly lease: string;
}

const KEY = { institutionId: uuid(), endpointId: uuid(), lease: uuid() };
const QUEUE = ['institutionId', 'endpointId', 'failingSince', 'lastFailedAt'] as const;

const IS_FREE = (now: string) => `q.due_at <= ${now} AND (q.leased_until IS NULL OR q.leased_until <= ${now})
       AND EXISTS (SELECT FROM endpoints e
         WHERE e.institution_id = q.institution_id AND e.id = q.endpoint_id AND e.is_enabled)`;

const LEASE = sqlStatement(endpointQueues, 'lease', {
  parameters: { lease: uuid(), now: instant(), until: instant(), healthy: integer(), failing: integer() },
  result: { ...typesOf(endpointQueues, QUEUE), url: text() },
  text: ($) => `WITH healthy AS (
     SELECT q.institution_id, q.endpoint_id FROM endpoint_queues q
     WHERE q.failing_since IS NULL AND ${IS_FREE($.now)}
     ORDER BY q.due_at LIMIT ${$.healthy} FOR NO KEY UPDATE OF q SKIP LOCKED),
   failing AS (
     SELECT q.institution_id, q.endpoint_id FROM endpoint_queues q
     WHERE q.failing_since IS NOT NULL AND ${IS_FREE($.now)}
     ORDER BY q.due_at LIMIT ${$.failing} FOR NO KEY UPDATE OF q SKIP LOCKED),
   taken AS (SELECT * FROM healthy UNION ALL SELECT * FROM failing)
   UPDATE endpoint_queues q SET lease = ${$.lease}, leased_until = ${$.until}
   FROM taken t JOIN endpoints e ON e.institution_id = t.institution_id AND e.id = t.endpoint_id
   WHERE q.institution_id = t.institution_id AND q.endpoint_id = t.endpoint_id
   RETURNING ${columnsOf(endpointQueues, 'q', QUEUE)}, e.url`,
});

const RENEW = sqlStatement(endpointQueues, 'renew', {
  parameters: { ...KEY, until: instant() },
  result: { endpointId: uuid() },
  text: ($) => `UPDATE endpoint_queues SET leased_until = ${$.until}
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND lease = ${$.lease}
   RETURNING endpoint_id AS "endpointId"`,
});

const RESUME = sqlStatement(endpointQueues, 'resume', {
  parameters: { institutionId: uuid(), endpointId: uuid() },
  result: {},
  text: ($) => `UPDATE endpoint_queues q SET failing_since = NULL, last_failed_at = NULL, due_at = (
     SELECT min(d.next_attempt_at) FROM deliveries d
     WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.status = 'pending')
   WHERE q.institution_id = ${$.institutionId} AND q.endpoint_id = ${$.endpointId}`,
});

const LOCK_LEASED = sqlStatement(endpointQueues, 'lock_leased', {
  parameters: KEY,
  result: { endpointId: uuid() },
  text: ($) => `SELECT endpoint_id AS "endpointId" FROM endpoint_queues
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND lease = ${$.lease}
   FOR NO KEY UPDATE`,
});

const RELEASE = sqlStatement(endpointQueues, 'release', {
  parameters: KEY,
  result: {},
  text: ($) => `UPDATE endpoint_queues q SET lease = NULL, leased_until = NULL, due_at = (
     SELECT min(d.next_attempt_at) FROM deliveries d
     WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.status = 'pending')
   WHERE q.institution_id = ${$.institutionId} AND q.endpoint_id = ${$.endpointId} AND q.lease = ${$.lease}`,
});
