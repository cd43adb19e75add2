import { fromBinary } from '@bufbuild/protobuf';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { type DomainEvent, event } from '../../../platform/core/event.ts';
import { missingEvents } from '../../../platform/data/inbox/inbox.ts';
import { consume } from '../../../platform/handler/consume.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { OutboxComparedSchema } from '../../../proto/gen/lyceum/feed/v1/events_pb.ts';
import { OutboxListedSchema } from '../../../proto/gen/lyceum/outbox/v1/events_pb.ts';
import { eventOfEnvelope } from '../domain/event-of-envelope.ts';
import { feedTypes } from '../domain/event-types.ts';
import { recordEvents } from '../store/record-events.ts';

/** Answers the lists of published events among the envelopes: which of them the consumer has not received. */
export async function compareOutboxes(
  tx: Tx,
  consumer: string,
  envelopes: readonly EventEnvelope[],
): Promise<DomainEvent[]> {
  const answers: DomainEvent[] = [];
  for (const { payload, aggregateId } of envelopes.filter(({ type }) => type === OutboxListedSchema.typeName)) {
    const { listId, listed } = fromBinary(OutboxListedSchema, payload);
    const received = listed.filter(({ type }) => Object.hasOwn(feedTypes, type)).flatMap(({ eventIds }) => eventIds);
    const missingEventIds = await missingEvents(tx, consumer, received);
    answers.push(event(OutboxComparedSchema, aggregateId, { listId, missingEventIds }));
  }
  return answers;
}

const FEED = 'feed';

/**
 * Records the events that the other services publish, in one order per institution, and tells them which of their
 * events it has not received.
 */
export const feed = consume(FEED, [...Object.keys(feedTypes), OutboxListedSchema.typeName], {
  async run(tx, envelopes, now) {
    const compared = await compareOutboxes(tx, FEED, envelopes);
    await recordEvents(
      tx,
      envelopes.flatMap((envelope) => eventOfEnvelope(envelope) ?? []),
      now,
    );
    return compared;
  },
});
