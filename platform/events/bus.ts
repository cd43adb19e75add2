import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';

/** Carries events from the outbox of one service to the consumers of others. Delivery is at least once; consumers are idempotent. */
export interface EventBus {
  /**
   * Takes events over, those of one aggregate in their order: behind one that was not taken, none of its aggregate is. Never rejects.
   * @param mayGo asked before each event; once it says no, nothing more is published
   */
  publish(events: readonly EventEnvelope[], mayGo: () => boolean): Promise<Taken>;
  /**
   * Hears the events of the given types. A durable subscriber hears each until it has handled it; the events of one aggregate come in order.
   * Resolves when it hears all that is published from now on, or when the bus is away and will hear as soon as it is back.
   */
  subscribe(subscription: Subscription): Promise<() => Promise<void>>;
  /** Hears the events of the given types durably, too, several at once. Resolves likewise. */
  subscribeInBatches(subscription: BatchSubscription): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** What became of a publication. */
export interface Taken {
  /** The ids of the events that the bus has taken for good: in process those that every durable subscriber has handled. */
  readonly ids: ReadonlySet<string>;
  /** Why the others were not, if it is known. */
  readonly failure?: unknown;
  /** Whether the bus is out of order, so that it takes nothing else either; otherwise the events that it did not take are the cause. */
  readonly isUnavailable: boolean;
}

export interface Subscription {
  /** Stable name of the subscriber; durable subscribers of one name share the work. */
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  /** A subscriber that only drops caches hears in every process what is published while it listens, and never holds anything up. */
  readonly durable: boolean;
  handle(event: EventEnvelope): Promise<void>;
  /** Tells a listener that is not durable that events may have passed unheard: the bus was away. */
  missed?(): void;
}

/** A durable subscriber that takes many events at once. Of all processes that share its name one works at a time, so that the order holds. */
export interface BatchSubscription extends Pick<Subscription, 'name' | 'types'> {
  readonly lock: ProcessLock;
  /**
   * Handles events in their order and resolves with the ids of those that it has handled; behind one that it has not it handles none of its aggregate. The
   * others come again. Rejects when it has handled none.
   */
  handle(events: readonly EventEnvelope[]): Promise<ReadonlySet<string>>;
}

/** What one process has at a time: an `AdvisoryLock` is one. */
export interface ProcessLock {
  /** Whether it is certainly had at this moment. */
  readonly isHeld: boolean;
  /** Takes it if nobody has it, and tells whether it is had now. Throws when that cannot be told. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}
