import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';

/** Carries events from the outbox of one service to the consumers of others. Delivery is at least once; consumers are idempotent. */
export interface EventBus {
  /** Resolves when the bus has taken the events for good: in process when every durable subscriber has handled them. */
  publish(events: readonly EventEnvelope[]): Promise<void>;
  /**
   * Hears the events of the given types. A durable subscriber hears each until it has handled it; the events of one aggregate come in order.
   */
  subscribe(subscription: Subscription): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface Subscription {
  /** Stable name of the subscriber; durable subscribers of one name share the work. */
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  /** A subscriber that only drops caches hears in every process what is published while it listens, and never holds anything up. */
  readonly durable: boolean;
  handle(event: EventEnvelope): Promise<void>;
}
