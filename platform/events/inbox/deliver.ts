import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { isUnavailable } from '../../core/errors/refusal.ts';
import { lineOfEvent } from '../../core/event.ts';
import { fromInstantText } from '../../core/instant.ts';
import type { Consumer, Listener } from '../../handler/consume.ts';
import { perService, type Runtime } from '../../handler/runtime.ts';
import { metricOf } from '../../observability/metrics/metrics.ts';
import type { EventBus } from '../bus.ts';
import { noteFailure } from './dead-letters.ts';

/** Subscribes a service's consumers, durably, and its listeners; returns a function that unsubscribes them. */
export async function subscribeConsumers(
  runtime: Runtime,
  {
    consumers,
    listeners = [],
  }: { readonly consumers: readonly Consumer[]; readonly listeners?: readonly Listener[] | undefined },
  bus: EventBus,
): Promise<() => Promise<void>> {
  const unsubscribes = await Promise.all([
    ...consumers.map((consumer) => {
      const name = `${runtime.service}.${consumer.name}`;
      const lock = runtime.db.lock(`consumer/${name}`);
      const handle = (batch: readonly EventEnvelope[]) => deliver(runtime, consumer, batch);
      return bus.subscribe({ name, types: consumer.types, lock, handle });
    }),
    ...listeners.map((listener) =>
      bus.listen({
        name: `${runtime.service}.${listener.name}`,
        types: listener.types,
        handle: async (envelope) => listener.onEvent(runtime, envelope),
        missed: () => listener.missed(runtime),
      }),
    ),
  ]);
  return async () => {
    await Promise.all(unsubscribes.map((unsubscribe) => unsubscribe()));
  };
}

/**
 * Lets a consumer handle an event; after the last failed attempt makes it a dead letter. Throws if the event is to be
 * delivered again.
 */
async function deliverOne(runtime: Runtime, consumer: Consumer, envelope: EventEnvelope): Promise<void> {
  try {
    await consumer.handle(runtime, [envelope]);
    noteHandled(runtime, consumer.name, [envelope]);
  } catch (thrown) {
    const error = runtime.db.translate(thrown);
    // An unavailable database is not the fault of the event.
    if (isUnavailable(error)) throw error;
    const { attempts, isDeadLetter } = await noteFailure(runtime, consumer.name, envelope, error);
    if (!isDeadLetter) throw error;
    runtime.log.error(
      {
        err: error,
        consumer: consumer.name,
        attempts,
        ...lineOfEvent(envelope),
      },
      'an event could not be handled and is now a dead letter; see "lyceum events dead-letters"',
    );
  }
}

/**
 * Lets a consumer handle events together, or one by one if that fails, so that a bad event delays only its own
 * aggregate. Resolves with the ids of the events that are done; throws if the database is unavailable from the start.
 */
export async function deliver(
  runtime: Runtime,
  consumer: Consumer,
  envelopes: readonly EventEnvelope[],
): Promise<ReadonlySet<string>> {
  try {
    await consumer.handle(runtime, envelopes);
    noteHandled(runtime, consumer.name, envelopes);
    return new Set(envelopes.map(({ id }) => id));
  } catch (thrown) {
    const error = runtime.db.translate(thrown);
    if (isUnavailable(error)) throw error;
    runtime.log.warn(
      { err: error, consumer: consumer.name, events: envelopes.length },
      'events could not be handled together; handling them one by one',
    );
  }
  const done = new Set<string>();
  const held = new Set<string>();
  for (const envelope of envelopes) {
    if (held.has(envelope.aggregateId)) continue;
    try {
      await deliverOne(runtime, consumer, envelope);
      done.add(envelope.id);
    } catch (error) {
      if (isUnavailable(runtime.db.translate(error))) break;
      held.add(envelope.aggregateId);
    }
  }
  return done;
}

/** The delays between an event's commit and its handling by a service's consumers. */
export const handlingLags = perService(() => metricOf('lyceum_consumer_lag_seconds'));

/** Records that a consumer has handled events now. */
export function noteHandled(runtime: Runtime, consumer: string, envelopes: Iterable<EventEnvelope>): void {
  const now = runtime.clock.now();
  const labels = { service: runtime.service, consumer };
  for (const { occurredAt } of envelopes)
    handlingLags(runtime).observe(labels, Math.max(0, now - fromInstantText(occurredAt)) / 1_000);
}
