import { consumeAll } from '../../../platform/handler/consume-all.ts';
import { eventOfEnvelope } from '../domain/event-of-envelope.ts';
import { feedTypes } from '../domain/event-types.ts';
import { recordEvents } from '../store/record-events.ts';
import { deliveryWake } from '../worker/wake.ts';

/** Records what the other services publish, in one order per institution. */
export const feed = consumeAll('feed', Object.keys(feedTypes), {
  async run(tx, envelopes, now) {
    await recordEvents(
      tx,
      envelopes.flatMap((envelope) => eventOfEnvelope(envelope) ?? []),
      now,
    );
  },
  committed: (runtime) => deliveryWake(runtime).set(),
});
