import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Logger } from '../observability/log.ts';
import type { BatchSubscription, EventBus, Subscription, Taken } from './bus.ts';
import { lineOfEvent } from './line-of-event.ts';

/** Delivers within one process: publishing is handling. What a durable subscriber fails to handle stays in the outbox and comes again. */
export class InProcessBus implements EventBus {
  readonly #log: Logger;
  readonly #subscriptions = new Set<Subscription>();
  readonly #inBatches = new Set<BatchSubscription>();

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
    for (const subscription of this.#inBatches) {
      const refused = await this.#publishBatch(
        subscription,
        events.filter(({ id }) => ids.has(id)),
      );
      failure ??= refused.failure;
      for (const { id, aggregateId } of events) if (refused.aggregates.has(aggregateId)) ids.delete(id);
    }
    return { ids, failure, isUnavailable: false };
  }

  async subscribe(subscription: Subscription): Promise<() => Promise<void>> {
    this.#subscriptions.add(subscription);
    return async () => {
      this.#subscriptions.delete(subscription);
    };
  }

  async subscribeInBatches(subscription: BatchSubscription): Promise<() => Promise<void>> {
    this.#inBatches.add(subscription);
    return async () => {
      this.#inBatches.delete(subscription);
    };
  }

  async close(): Promise<void> {
    this.#subscriptions.clear();
    this.#inBatches.clear();
  }

  async #publishOne(event: EventEnvelope): Promise<void> {
    const interested = [...this.#subscriptions].filter((subscription) => subscription.types.includes(event.type));
    // All are waited for, so that none still handles an event when the next one comes.
    const outcomes = await Promise.allSettled(interested.map((subscription) => this.#deliver(subscription, event)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Resolves with the aggregates of which the subscriber has left out an event: all theirs come again, and what it has handled changes nothing then. */
  async #publishBatch(
    { types, handle }: BatchSubscription,
    events: readonly EventEnvelope[],
  ): Promise<{ readonly aggregates: ReadonlySet<string>; readonly failure?: unknown }> {
    const own = events.filter(({ type }) => types.includes(type));
    if (own.length === 0) return { aggregates: new Set() };
    try {
      const handled = await handle(own);
      return { aggregates: aggregatesOf(own.filter(({ id }) => !handled.has(id))) };
    } catch (failure) {
      return { aggregates: aggregatesOf(own), failure };
    }
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

function aggregatesOf(events: readonly EventEnvelope[]): ReadonlySet<string> {
  return new Set(events.map(({ aggregateId }) => aggregateId));
}
