import { toBinary } from '@bufbuild/protobuf';
import { type EventEnvelope, EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { statement, type Tx, type Value } from '../db/statement.ts';
import { toInstantText } from '../instant.ts';

export interface Reception {
  readonly consumer: string;
  readonly envelope: EventEnvelope;
  readonly now: number;
  /** Whether it comes from the parked events, at an operator's wish. */
  readonly isReplay: boolean;
}

/**
 * Enters an event in the inbox; tells whether it is to be handled. It is not when it was handled before, nor when an event of the same aggregate is
 * parked: then it is parked behind that. What was noted of earlier failures goes, if the transaction succeeds.
 */
export async function receive(tx: Tx, { consumer, envelope, now, isReplay }: Reception): Promise<boolean> {
  const [row] = await tx.rows<{ blocked: boolean; fresh: boolean }>(RECEIVE, [
    consumer,
    envelope.id,
    toInstantText(now),
    envelope.aggregateId,
    isReplay,
  ]);
  if (row?.blocked) tx.write(PARK_BEHIND, [...parkedValues(consumer, envelope, now), 0, BEHIND]);
  return row?.fresh === true;
}

/** The columns of a parked event, from `consumer` to `failed_at`. */
export function parkedValues(consumer: string, envelope: EventEnvelope, now: number): Value[] {
  return [
    consumer,
    envelope.id,
    envelope.institutionId === '' ? null : envelope.institutionId,
    envelope.type,
    envelope.aggregateId,
    envelope.occurredAt,
    Buffer.from(toBinary(EventEnvelopeSchema, envelope)),
    toInstantText(now),
  ];
}

/** The reason of events that wait for an earlier one. */
export const BEHIND = 'an earlier event of the same aggregate is parked';

const RECEIVE = statement(
  'inbox_receive',
  `WITH blocked AS (
     SELECT 1 FROM parked_events
     WHERE NOT $5::boolean AND consumer = $1 AND aggregate_id = $4 AND parked_at IS NOT NULL LIMIT 1),
   forgotten AS (DELETE FROM parked_events WHERE consumer = $1 AND event_id = $2 AND ($5 OR parked_at IS NULL)),
   fresh AS (
     INSERT INTO inbox (consumer, event_id, handled_at) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM blocked)
     ON CONFLICT DO NOTHING RETURNING event_id)
   SELECT EXISTS (SELECT FROM blocked) AS blocked, EXISTS (SELECT FROM fresh) AS fresh`,
);

// An event that was handled is not parked when it comes again; one behind others that are to be replayed is replayed after them.
const PARK_BEHIND = statement(
  'parked_event_behind',
  `INSERT INTO parked_events (consumer, event_id, institution_id, type, aggregate_id, occurred_at, envelope, failed_at, attempts, error,
     parked_at, replay_at)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $8,
     (SELECT max(replay_at) FROM parked_events WHERE consumer = $1 AND aggregate_id = $5)
   WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = $2)
   ON CONFLICT DO NOTHING`,
);
