import { consume } from '../../../platform/handler/consume.ts';
import { OutboxListedSchema } from '../../../proto/gen/lyceum/outbox/v1/events_pb.ts';
import { eventOfEnvelope } from '../domain/event-of-envelope.ts';
import { feedTypes } from '../domain/event-types.ts';
import { recordEvents } from '../store/record-events.ts';
import { deliveryWake } from '../worker/wake.ts';
import { compareOutboxes } from './compare-outboxes.ts';

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
  committed: (runtime) => deliveryWake(runtime).set(),
});
