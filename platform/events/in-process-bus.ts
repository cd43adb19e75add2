import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Logger } from '../observability/log.ts';
import type { EventBus, Subscription, Taken } from './bus.ts';
import { lineOfEvent } from './line-of-event.ts';

/** Delivers within one process: publishing is handling. What a durable subscriber fails to handle stays in the outbox and comes again. */
export class InProcessBus implements EventBus {
  readonly #log: Logger;
  readonly #subscriptions = new Set<Subscription>();

  constructor(log: Logger) {
    this.#log = log;
  }

  async publish(events: readonly EventEnvelope[], mayGo: () => boolean): Promise<Taken> {
    const ids = new Set<string>();
    const held = new Set<string>();
    let failure: unknown;
    for (const event of events) {
      if (held.has(event.aggregateId)) continue;
      if (!mayGo()) break;
      try {
        await this.#publishOne(event);
        ids.add(event.id);
      } catch (error) {
        failure ??= error;
        held.add(event.aggregateId);
      }
    }
    return { ids, failure, isAway: false };
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

  async #publishOne(event: EventEnvelope): Promise<void> {
    const hearing = [...this.#subscriptions].filter((subscription) => subscription.types.includes(event.type));
    // All are waited for, so that none still handles an event when the next one comes.
    const outcomes = await Promise.allSettled(hearing.map((subscription) => this.#deliver(subscription, event)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async #deliver(subscription: Subscription, event: EventEnvelope): Promise<void> {
    try {
      await subscription.handle(event);
    } catch (error) {
      if (subscription.durable) throw error;
      this.#log.warn({ err: error, subscriber: subscription.name, ...lineOfEvent(event) }, 'listener failed');
    }
  }
}
