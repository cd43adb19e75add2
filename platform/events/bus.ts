import type { AdvisoryLock } from '../../libraries/pg-batch/index.ts';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';

/** Carries events from a service's outbox to the consumers of others: at least once, so consumers are idempotent. */
export interface EventBus {
  /**
   * Publishes events, those of one aggregate in order: after an event that could not be published, no later one of its
   * aggregate is. Never rejects.
   * @param mayContinue checked before each event, or before a batch of all; once it returns false, nothing more is
   * published
   */
  publish(events: readonly EventEnvelope[], mayContinue: () => boolean): Promise<Taken>;
  /**
   * Subscribes to the events of the given types, durably: the subscriber receives each event until it has handled it,
   * those of one aggregate in order. Returns at once also if the bus is unavailable: the subscription becomes active
   * when the bus is available again.
   */
  subscribe(subscription: Subscription): Promise<() => Promise<void>>;
  /**
   * Receives events that are published while it listens. Resolves when that has begun, or, if the bus is unavailable,
   * at once: it begins when the bus is available again.
   */
  listen(listener: BusListener): Promise<() => Promise<void>>;
  /**
   * Tells the active relay of a service, in another process of it, that there are events to publish. May be lost, also
   * because the bus is unavailable.
   */
  wakeRelay(service: string): void;
  /** Receives each {@link wakeRelay} of a service, and when the bus is available again; returns what ends that. */
  onWakeRelay(service: string, wake: () => void): () => void;
  close(): Promise<void>;
}

/** The result of a publication. */
export interface Taken {
  /**
   * The ids of the events that the bus has accepted durably; in one process, those that every subscriber has handled.
   */
  readonly ids: ReadonlySet<string>;
  /** Why the others were not accepted, if known. */
  readonly failure?: unknown;
  /**
   * Whether the bus is unavailable and accepts nothing; otherwise the cause lies in the events that it did not accept.
   */
  readonly isUnavailable: boolean;
}

/** Receives events in every process, and never blocks others: caches, and the reconciler of the outbox. */
export interface BusListener {
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  handle(event: EventEnvelope): Promise<void>;
  /** Notifies it that it may have missed events, because the bus was unavailable. */
  missed?(): void;
}

/** A durable subscriber. Of all processes with its name only one works at a time, which preserves the order. */
export interface Subscription {
  /** Its stable name, `<service>.<consumer>`. */
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  readonly lock: ProcessLock;
  /**
   * Handles events in order and resolves with the ids of those handled; after a failed event it handles no later one of
   * its aggregate. The others are delivered again. Rejects if it could handle none because the database is unavailable.
   */
  handle(events: readonly EventEnvelope[]): Promise<ReadonlySet<string>>;
}

/** A lock that one process holds at a time. */
export type ProcessLock = Pick<AdvisoryLock, 'isHeld' | 'take' | 'release'>;
