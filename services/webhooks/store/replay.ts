import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, boolean, instant, sqlStatement, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { type EndpointKey, endpointQueues, type ReplayRange, refreshQueue } from './endpoint-queues.ts';
import { holdLater, releaseNext } from './resource-order.ts';
import { deliveries } from './tables.ts';

/**
 * A replay sends the events of a range of the feed again. It is stored in the endpoint's queue, which is locked here,
 * and ends with the endpoint. The worker creates its deliveries step by step, in the order of the feed, as the endpoint
 * takes them.
 */

interface ReplayState {
  readonly isReplaying: boolean;
  /** Whether the endpoint's present URL has answered with 2xx. */
  readonly hasAnswered: boolean;
}

/** The state that decides whether an endpoint can begin a replay. */
export async function readReplayState(tx: Tx, { institutionId, endpointId }: EndpointKey): Promise<ReplayState> {
  const [row] = await tx.rows(STATE, { institutionId, endpointId });
  return row ?? { isReplaying: false, hasAnswered: false };
}

interface Replayable {
  /** How many events of the range the endpoint subscribes to and does not wait for already, up to `limit`. */
  readonly events: number;
  /** The end of the feed. */
  readonly head: number;
}

/** The events that a replay of the range would send. */
export async function countReplayable(
  db: Reader,
  { institutionId, endpointId }: EndpointKey,
  { from, to }: ReplayRange,
  limit: number,
): Promise<Replayable> {
  const [row] = await db.rows(COUNT_REPLAYABLE, { institutionId, endpointId, from, to, limit });
  return row ?? { events: 0, head: 0 };
}

/** Begins a replay: the endpoint is due at once. @param now epoch milliseconds */
export function beginReplay(tx: Tx, endpoint: EndpointKey, { from, to }: ReplayRange, now: number): void {
  const { institutionId, endpointId } = endpoint;
  tx.write(BEGIN, { institutionId, endpointId, from, to });
  refreshQueue(tx, endpoint, toInstantText(now));
}

/**
 * Creates deliveries for the next events of a replay that the endpoint subscribes to and does not wait for already.
 * Returns the rest of the replay, or null at its end.
 * @param now epoch milliseconds
 */
export async function continueReplay(
  tx: Tx,
  endpoint: EndpointKey,
  { from, to }: ReplayRange,
  now: number,
): Promise<ReplayRange | null> {
  const { institutionId, endpointId } = endpoint;
  const at = toInstantText(now);
  const [step] = await tx.rows(STEP, { institutionId, endpointId, from, to, at });
  if (!step) throw new Error('the endpoint of a replay has no queue');
  holdLater(tx, endpoint, step.resourceIds);
  releaseNext(tx, endpoint, step.resourceIds, at);
  return step.from === null ? null : { from: step.from, to };
}

/** The events of the feed that one step looks at. */
const STEP_EVENTS = 500;

const KEY = { institutionId: uuid(), endpointId: uuid() };
const RANGE = { ...KEY, from: bigint(), to: bigint() };

/** The condition that the endpoint `p` subscribes to the event `e`, and that no delivery of it is pending. */
const WANTED = `(cardinality(p.types) = 0 OR e.type = ANY (p.types))
       AND NOT EXISTS (
         SELECT FROM deliveries d
         WHERE d.institution_id = e.institution_id AND d.event_id = e.id AND d.endpoint_id = p.id AND d.status = 'pending')`;

const STATE = sqlStatement(endpointQueues, 'replay_state', {
  parameters: KEY,
  result: { isReplaying: boolean(), hasAnswered: boolean() },
  text: (
    $,
  ) => `SELECT q.replay_to IS NOT NULL AS "isReplaying", coalesce(q.answered_url = e.url, false) AS "hasAnswered"
   FROM endpoint_queues q JOIN endpoints e ON e.institution_id = q.institution_id AND e.id = q.endpoint_id
   WHERE q.institution_id = ${$.institutionId} AND q.endpoint_id = ${$.endpointId}`,
});

const COUNT_REPLAYABLE = sqlStatement(deliveries, 'count_replayable', {
  parameters: { ...RANGE, limit: bigint() },
  result: { events: bigint(), head: bigint() },
  text: ($) => `SELECT
     (SELECT count(*) FROM (
       SELECT FROM events e
       JOIN endpoints p ON p.institution_id = e.institution_id AND p.id = ${$.endpointId} AND ${WANTED}
       WHERE e.institution_id = ${$.institutionId} AND e.sequence BETWEEN ${$.from} AND ${$.to}
       LIMIT ${$.limit}) AS w) AS events,
     coalesce((SELECT h.sequence FROM feed_heads h WHERE h.institution_id = ${$.institutionId}), 0) AS head`,
});

const BEGIN = sqlStatement(endpointQueues, 'begin_replay', {
  writes: true,
  parameters: RANGE,
  result: {},
  text: ($) => `UPDATE endpoint_queues SET replay_from = ${$.from}, replay_to = ${$.to}
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId}`,
});

const STEP = sqlStatement(deliveries, 'replay_step', {
  writes: true,
  parameters: { ...RANGE, at: instant() },
  result: { from: bigint().nullable(), resourceIds: uuids() },
  text: ($) => `WITH step AS MATERIALIZED (
     SELECT e.institution_id, e.id, e.type, e.sequence, e.recorded_at, e.resource_id FROM events e
     WHERE e.institution_id = ${$.institutionId} AND e.sequence BETWEEN ${$.from} AND ${$.to}
     ORDER BY e.sequence LIMIT ${STEP_EVENTS}),
   created AS (
     INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id,
       status, attempt_count, attempts_made, created_at, updated_at)
     SELECT e.institution_id, p.id, e.id, e.type, e.sequence, e.recorded_at, e.resource_id, 'pending', 0, 0, ${$.at}, ${$.at}
     FROM step e JOIN endpoints p ON p.institution_id = e.institution_id AND p.id = ${$.endpointId} AND ${WANTED}
     RETURNING resource_id),
   reached AS (SELECT CASE WHEN count(*) = ${STEP_EVENTS} AND max(sequence) < ${$.to} THEN max(sequence) + 1 END AS next FROM step)
   UPDATE endpoint_queues q SET replay_from = r.next, replay_to = CASE WHEN r.next IS NOT NULL THEN q.replay_to END
   FROM reached r WHERE q.institution_id = ${$.institutionId} AND q.endpoint_id = ${$.endpointId}
   RETURNING r.next AS "from", ARRAY(SELECT DISTINCT c.resource_id FROM created c) AS "resourceIds"`,
});
