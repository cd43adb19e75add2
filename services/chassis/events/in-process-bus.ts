import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Logger } from '../log.ts';
import type { EventBus, Subscription } from './bus.ts';

/** Delivers within one process: publishing is handling. What a durable subscriber fails to handle stays in the outbox and comes again. */
export class InProcessBus implements EventBus {
  readonly #log: Logger;
  readonly #subscriptions = new Set<Subscription>();

  constructor(log: Logger) {
    this.#log = log;
  }

  async publish(events: readonly EventEnvelope[]): Promise<void> {
    for (const event of events) {
      const hearing = [...this.#subscriptions].filter((subscription) => subscription.types.includes(event.type));
      await Promise.all(hearing.map((subscription) => this.#deliver(subscription, event)));
    }
  }

  async subscribe(subscription: Subscription): Promise<() => Promise<void>> {
    this.#subscriptions.add(subscription);
    return async () => {
      this.#subscriptions.delete(subscription);
    };
  }

  async close(): Promise<void> {
    this.#subscriptions.clear();
  }

  async #deliver(subscription: Subscription, event: EventEnvelope): Promise<void> {
    try {
      await subscription.handle(event);
    } catch (error) {
      if (subscription.durable) throw error;
      this.#log.warn({ err: error, subscriber: subscription.name, eventId: event.id }, 'listener failed');
    }
  }
}
