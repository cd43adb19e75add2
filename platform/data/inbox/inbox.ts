import { toBinary } from '@bufbuild/protobuf';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  instant,
  integer,
  listsOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
  uuids,
  type ValuesOf,
} from '../../../libraries/typed-sql/index.ts';
import { type EventEnvelope, EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { toInstantText } from '../../core/instant.ts';
import { deadLetters, inbox } from '../platform-tables.ts';
import { isSettled } from '../standstill/fence.ts';

interface Reception {
  readonly consumer: string;
  readonly envelopes: readonly EventEnvelope[];
  readonly now: number;
  /** Whether an operator has replayed the events from the dead letters. */
  readonly isReplay: boolean;
}

/**
 * Enters events in the inbox; returns those to handle, without duplicates and in their order. Leaves out those that
 * were handled before, and those of an aggregate with a dead letter: they become dead letters, too. Those of an
 * institution that stands still wait as dead letters that are replayed when it has ended. The record of earlier
 * failures is deleted if the transaction succeeds.
 */
export async function receive(
  tx: Tx,
  { consumer, envelopes, now, isReplay }: Reception,
): Promise<readonly EventEnvelope[]> {
  tx.write(END_WHEN_SILENT, {});
  const rows = await tx.rows(RECEIVE, {
    consumer,
    eventIds: envelopes.map(({ id }) => id),
    aggregateIds: envelopes.map(({ aggregateId }) => aggregateId),
    institutionIds: envelopes.map(({ institutionId }) => institutionId),
    at: toInstantText(now),
    isReplay,
  });
  const fresh = new Set(rows.flatMap(({ eventId, isBlocked }) => (isBlocked ? [] : [eventId])));
  const blocked = new Map(rows.flatMap((row) => (row.isBlocked ? [[row.eventId, row]] : [])));
  for (const envelope of envelopes) {
    const waiting = blocked.get(envelope.id);
    if (!waiting) continue;
    const failed = failedEvent(consumer, envelope, now);
    const [error, replayAt] = waiting.standsStill ? [STANDS_STILL, failed.failedAt] : [BEHIND, null];
    tx.write(ADD_BEHIND, { ...failed, attempts: 0, error, replayAt });
  }
  // An event that was published twice may be in the batch twice.
  return envelopes.filter(({ id }) => fresh.delete(id));
}

/** The stored columns of an event that a consumer has failed to handle. */
export const FAILED_EVENT = typesOf(deadLetters, [
  'consumer',
  'eventId',
  'institutionId',
  'type',
  'aggregateId',
  'occurredAt',
  'envelope',
  'failedAt',
]);

export function failedEvent(consumer: string, envelope: EventEnvelope, now: number): ValuesOf<typeof FAILED_EVENT> {
  return {
    consumer,
    eventId: envelope.id,
    institutionId: envelope.institutionId === '' ? null : envelope.institutionId,
    type: envelope.type,
    aggregateId: envelope.aggregateId,
    occurredAt: envelope.occurredAt,
    envelope: Buffer.from(toBinary(EventEnvelopeSchema, envelope)),
    failedAt: toInstantText(now),
  };
}

/** The reason of events that wait for an earlier one. */
export const BEHIND = 'an earlier event of the same aggregate is a dead letter';
const STANDS_STILL = 'the institution stands still';

// If a process hangs while it handles events, another one takes over and waits for the inbox rows of the first.
const END_WHEN_SILENT = sqlStatement(null, 'end_when_silent', {
  parameters: {},
  result: {},
  text: () => `SELECT FROM set_config('idle_in_transaction_session_timeout', '3s', true)`,
});

// Ordered by id, so that two processes that receive the same events cannot deadlock.
const RECEIVE = sqlStatement(inbox, 'receive', {
  writes: true,
  parameters: {
    consumer: text(),
    eventIds: uuids(),
    aggregateIds: text().array(),
    institutionIds: text().array(),
    at: instant(),
    isReplay: boolean(),
  },
  result: { eventId: uuid(), isBlocked: boolean(), standsStill: boolean() },
  text: ({ consumer, eventIds, aggregateIds, institutionIds, at, isReplay }) => `WITH incoming AS (
     SELECT i.event_id, ${isSettled("nullif(i.institution_id, '')::uuid")} AS stands_still, NOT ${isReplay}::boolean AND EXISTS (
       SELECT FROM dead_letters p
       WHERE p.consumer = ${consumer} AND p.aggregate_id = i.aggregate_id AND p.dead_since IS NOT NULL) AS is_behind
     FROM unnest(${eventIds}, ${aggregateIds}, ${institutionIds}) AS i(event_id, aggregate_id, institution_id)),
   forgotten AS (
     DELETE FROM dead_letters p USING incoming i WHERE p.consumer = ${consumer} AND p.event_id = i.event_id
       AND (${isReplay} AND NOT i.stands_still OR p.dead_since IS NULL)),
   fresh AS (
     INSERT INTO inbox (consumer, event_id, handled_at)
     SELECT ${consumer}, event_id, ${at} FROM incoming WHERE NOT is_behind AND NOT stands_still ORDER BY event_id
     ON CONFLICT DO NOTHING RETURNING event_id)
   SELECT event_id AS "eventId", false AS "isBlocked", false AS "standsStill" FROM fresh
   UNION ALL SELECT event_id, true, stands_still AND NOT is_behind FROM incoming WHERE is_behind OR stands_still`,
});

// A handled event does not become a dead letter when it is delivered again. An event behind others that are to be
// replayed is replayed after them.
const ADD_BEHIND = sqlStatement(deadLetters, 'add_behind', {
  writes: true,
  parameters: { ...FAILED_EVENT, attempts: integer(), error: text(), replayAt: instant().nullable() },
  result: {},
  text: ($) => {
    const { columns, values } = listsOf(deadLetters, {
      ...$,
      deadSince: $.failedAt,
      replayAt: `coalesce(${$.replayAt}, (
        SELECT max(replay_at) FROM dead_letters WHERE consumer = ${$.consumer} AND aggregate_id = ${$.aggregateId}))`,
    });
    return `INSERT INTO dead_letters (${columns})
   SELECT ${values} WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = ${$.consumer} AND event_id = ${$.eventId})
   ON CONFLICT DO NOTHING`;
  },
});

/** The events of a list that a consumer has not received: they are neither in its inbox nor dead letters. */
export async function missingEvents(db: Reader, consumer: string, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  return (await db.rows(MISSING, { consumer, eventIds })).map(({ eventId }) => eventId);
}

const MISSING = sqlStatement(inbox, 'missing', {
  parameters: { consumer: text(), eventIds: uuids() },
  result: { eventId: uuid() },
  text: ({ consumer, eventIds }) => `SELECT event_id AS "eventId" FROM unnest(${eventIds}) AS listed(event_id)
   WHERE NOT EXISTS (SELECT FROM inbox i WHERE i.consumer = ${consumer} AND i.event_id = listed.event_id)
     AND NOT EXISTS (SELECT FROM dead_letters p WHERE p.consumer = ${consumer} AND p.event_id = listed.event_id)`,
});
