import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, sqlStatement } from '../../../libraries/typed-sql/index.ts';
import { deliveries } from './tables.ts';

/** Pending deliveries of all institutions. Instants are text, null if there are none. */
export interface DeliveryBacklog {
  /** Counted up to 10000. */
  readonly pending: number;
  /**
   * The earliest pending attempt that may be made, of receivers that respond, and of those that fail or are slow at
   * present.
   */
  readonly answeringDueAt: string | null;
  readonly troubledDueAt: string | null;
  /** Endpoints that the platform has disabled, by reason. */
  readonly failures: number;
  readonly gone: number;
}

/** For the metrics. */
export async function readDeliveryBacklog(db: Reader): Promise<DeliveryBacklog> {
  const [row] = await db.rows(BACKLOG, {});
  return row ?? { pending: 0, answeringDueAt: null, troubledDueAt: null, failures: 0, gone: 0 };
}

// An endpoint is due later than its deliveries while its institution's requests of the minute are used up.
const dueOf = (condition: string) => `(SELECT min(greatest(d.at, q.due_at)) FROM endpoint_queues q
     CROSS JOIN LATERAL (
       SELECT min(n.next_attempt_at) AS at FROM deliveries n
       WHERE n.institution_id = q.institution_id AND n.endpoint_id = q.endpoint_id AND n.next_attempt_at IS NOT NULL) AS d
     WHERE q.due_at IS NOT NULL AND ${condition} (q.failing_since IS NOT NULL OR q.is_slow))`;

// Counts in the order of the index of pending deliveries, which the scan leaves at the limit. Without an order, a plan
// searched the index of all deliveries for each endpoint: 17,000 blocks with 4,000 endpoints.
const BACKLOG = sqlStatement(deliveries, 'backlog', {
  parameters: {},
  result: {
    pending: bigint(),
    answeringDueAt: instant().nullable(),
    troubledDueAt: instant().nullable(),
    failures: bigint(),
    gone: bigint(),
  },
  text: () => `SELECT
     (SELECT count(*) FROM (
       SELECT FROM deliveries WHERE status = 'pending'
       ORDER BY institution_id, endpoint_id, resource_id, sequence, created_at, id LIMIT 10000) AS p) AS pending,
     ${dueOf('NOT')} AS "answeringDueAt", ${dueOf('')} AS "troubledDueAt",
     (SELECT count(*) FROM endpoints WHERE disabled_reason = 'failures') AS failures,
     (SELECT count(*) FROM endpoints WHERE disabled_reason = 'gone') AS gone`,
});
