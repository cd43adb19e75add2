import type { Consumer } from '../consume.ts';
import type { EventBus } from '../events/bus.ts';
import type { Runtime } from '../runtime.ts';

/** Subscribes a service's consumers, durably; returns how to end that. */
export async function subscribeConsumers(
  runtime: Runtime,
  consumers: readonly Consumer[],
  bus: EventBus,
): Promise<() => Promise<void>> {
  const unsubscribes = await Promise.all(
    consumers.map((consumer) =>
      bus.subscribe({
        name: `${runtime.service}.${consumer.name}`,
        types: [consumer.type],
        durable: true,
        handle: (envelope) => consumer.handle(runtime, envelope),
      }),
    ),
  );
  return async () => {
    await Promise.all(unsubscribes.map((unsubscribe) => unsubscribe()));
  };
}
