import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { isUnavailable } from '../../core/errors/refusal.ts';
import type { Consumer } from '../../handler/consume.ts';
import type { Runtime } from '../../handler/runtime.ts';
import type { EventBus } from '../bus.ts';
import { lineOfEvent } from '../line-of-event.ts';
import type { Listener } from '../listener.ts';
import { noteFailure } from './dead-letters.ts';
import { noteHandled } from './handling-lags.ts';

/** Subscribes a service's consumers, durably, and its listeners; returns how to end that. */
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
      const { types } = consumer;
      if (!consumer.handleAll)
        return bus.subscribe({ name, types, durable: true, handle: (event) => deliver(runtime, consumer, event) });
      const lock = runtime.db.lock(`consumer/${name}`);
      return bus.subscribeInBatches({ name, types, lock, handle: (batch) => deliverAll(runtime, consumer, batch) });
    }),
    ...listeners.map((listener) =>
      bus.subscribe({
        name: `${runtime.service}.${listener.name}`,
        types: listener.types,
        durable: false,
        handle: async (envelope) => listener.onEvent(runtime, envelope),
        missed: () => listener.missed(runtime),
      }),
    ),
  ]);
  return async () => {
    await Promise.all(unsubscribes.map((unsubscribe) => unsubscribe()));
  };
}

/** Has a consumer handle an event, or parks the event when that has failed often enough; throws while it is to come again. */
export async function deliver(runtime: Runtime, consumer: Consumer, envelope: EventEnvelope): Promise<void> {
  try {
    await consumer.handle(runtime, envelope);
    noteHandled(runtime, consumer.name, [envelope]);
  } catch (thrown) {
    const error = runtime.db.translate(thrown);
    // A database that is away says nothing of the event.
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
      'an event could not be handled and is parked; see "lyceum events dead-letters"',
    );
  }
}

/**
 * Has a consumer handle events at once, or one by one where that fails, so that one which cannot be handled holds up its aggregate alone. Resolves with the
 * ids of those that are done; throws when the database is away.
 */
export async function deliverAll(
  runtime: Runtime,
  consumer: Consumer,
  envelopes: readonly EventEnvelope[],
): Promise<ReadonlySet<string>> {
  try {
    await consumer.handleAll?.(runtime, envelopes);
    noteHandled(runtime, consumer.name, envelopes);
    return new Set(envelopes.map(({ id }) => id));
  } catch (thrown) {
    const error = runtime.db.translate(thrown);
    if (isUnavailable(error)) throw error;
    runtime.log.warn(
      { err: error, consumer: consumer.name, events: envelopes.length },
      'events could not be handled together and are handled one by one',
    );
  }
  const done = new Set<string>();
  const held = new Set<string>();
  for (const envelope of envelopes) {
    if (held.has(envelope.aggregateId)) continue;
    try {
      await deliver(runtime, consumer, envelope);
      done.add(envelope.id);
    } catch (error) {
      if (isUnavailable(runtime.db.translate(error))) break;
      held.add(envelope.aggregateId);
    }
  }
  return done;
}
