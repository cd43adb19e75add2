import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { lineOfEvent } from '../core/event.ts';
import type { Logger } from '../observability/log.ts';
import type { BusListener, EventBus, Subscription, Taken } from './bus.ts';

/**
 * Delivers within one process: publishing calls the handlers. Events that a subscriber fails to handle stay in the
 * outbox and are published again.
 */
export class InProcessBus implements EventBus {
  readonly #log: Logger;
  readonly #listeners = new Set<BusListener>();
  readonly #subscriptions = new Set<Subscription>();

  constructor(log: Logger) {
    this.#log = log;
  }

  async publish(events: readonly EventEnvelope[], mayContinue: () => boolean): Promise<Taken> {
    const ids = new Set<string>();
    for (const event of events) {
      if (!mayContinue()) break;
      await this.#tell(event);
      ids.add(event.id);
    }
    const published = events.filter(({ id }) => ids.has(id));
    let failure: unknown;
    for (const subscription of this.#subscriptions) {
      const refused = await this.#deliver(
        subscription,
        published.filter(({ id }) => ids.has(id)),
      );
      failure ??= refused.failure;
      for (const { id, aggregateId } of published) if (refused.aggregates.has(aggregateId)) ids.delete(id);
    }
    return { ids, failure, isUnavailable: false };
  }

  /** At once, so that services that start together have all subscribed before the first of them publishes. */
  async subscribe(subscription: Subscription): Promise<() => Promise<void>> {
    return added(this.#subscriptions, subscription);
  }

  async listen(listener: BusListener): Promise<() => Promise<void>> {
    return added(this.#listeners, listener);
  }

  /** There are no other processes. */
  wakeRelay(): void {}

  onWakeRelay(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#subscriptions.clear();
  }

  async #tell(event: EventEnvelope): Promise<void> {
    const interested = [...this.#listeners].filter(({ types }) => types.includes(event.type));
    await Promise.all(
      interested.map(({ name, handle }) =>
        Promise.try(handle, event).catch((error: unknown) =>
          this.#log.warn({ err: error, subscriber: name, ...lineOfEvent(event) }, 'listener failed'),
        ),
      ),
    );
  }

  /**
   * Resolves with the aggregates of unhandled events: all their events are delivered again, and handling an event twice
   * has no effect.
   */
  async #deliver(
    { types, handle }: Subscription,
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
}

/** Adds an element; returns a function that removes it. */
function added<T>(set: Set<T>, element: T): () => Promise<void> {
  set.add(element);
  return async () => {
    set.delete(element);
  };
}

function aggregatesOf(events: readonly EventEnvelope[]): ReadonlySet<string> {
  return new Set(events.map(({ aggregateId }) => aggregateId));
}
