import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { isUnavailable } from '../../core/errors/refusal.ts';
import type { Consumer } from '../../handler/consume.ts';
import type { Runtime } from '../../handler/runtime.ts';
import type { EventBus } from '../bus.ts';
import { lineOfEvent } from '../line-of-event.ts';
import type { Listener } from '../listener.ts';
import { noteFailure } from './parked-events.ts';

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
    ...consumers.map((consumer) =>
      bus.subscribe({
        name: `${runtime.service}.${consumer.name}`,
        types: [consumer.type],
        durable: true,
        handle: (envelope) => deliver(runtime, consumer, envelope),
      }),
    ),
    ...listeners.map((listener) =>
      bus.subscribe({
        name: `${runtime.service}.${listener.name}`,
        types: listener.types,
        durable: false,
        handle: async (envelope) => listener.hear(runtime, envelope),
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
  } catch (thrown) {
    const error = runtime.db.translate(thrown);
    // A database that is away says nothing of the event.
    if (isUnavailable(error)) throw error;
    const { attempts, isParked } = await noteFailure(runtime, consumer.name, envelope, error);
    if (!isParked) throw error;
    runtime.log.error(
      {
        err: error,
        consumer: consumer.name,
        attempts,
        ...lineOfEvent(envelope),
      },
      'an event could not be handled and is parked; see "lyceum events parked"',
    );
  }
}
