import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { type Durable, durableName } from './nats/nats-user.ts';

/** The one stream of all services' events: one place for their limits, and one order for subscribers that hear several services. */
export const EVENT_STREAM = 'LYCEUM_EVENTS';
/** Every event's subject: its type, `lyceum.<service>.v1.<Name>`, then its institution. */
export const ALL_EVENTS = 'lyceum.>';
/** How long an event that is published again is recognised by its id; later the inboxes do that. */
export const DUPLICATE_WINDOW_MS = 10 * 60_000;
/** How long the server waits for a sign of life of whoever handles an event. */
export const ACK_WAIT_MS = 5_000;

/** How many events a consumer that takes batches is given at once. */
export const BATCH_AT_MOST = 256;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The server's code for a stream that exists and is configured otherwise. */
const STREAM_EXISTS = 10058;

export interface StreamLimits {
  /** Servers of the cluster that keep each event. */
  readonly replicas: number;
  readonly days: number;
  /** -1 for what the server allows. */
  readonly bytes: number;
}

/**
 * Declares the stream as it is to be: made, changed, or found as it should be, whoever else does so at the same time. When it is full it takes
 * no more, rather than letting go of what a consumer has not heard: the outbox keeps the rest.
 */
export async function declareEventStream(jsm: JetStreamManager, limits: StreamLimits): Promise<void> {
  const config = {
    name: EVENT_STREAM,
    subjects: [ALL_EVENTS],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    // How events are read without a consumer.
    allow_direct: true,
    num_replicas: limits.replicas,
    max_age: nanos(limits.days * DAY_MS),
    max_bytes: limits.bytes,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  };
  try {
    await jsm.streams.add(config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === STREAM_EXISTS)) throw error;
    await jsm.streams.update(EVENT_STREAM, config);
  }
}

/**
 * Declares a durable consumer. One event at a time is on its way to all who share the name, so that
 * the order holds whoever handles the next one, and after a failure too; of one that takes batches a batch is, and `DurableBatches` sees to the order.
 * A new subscriber begins with the oldest event that is kept.
 */
export async function declareConsumer(
  jsm: JetStreamManager,
  { name, types, isInBatches = false }: Durable,
): Promise<void> {
  await jsm.consumers.add(EVENT_STREAM, {
    durable_name: durableName(name),
    filter_subject: commonSubject(types),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: isInBatches ? BATCH_AT_MOST : 1,
    max_deliver: -1,
  });
}

/** The subject that an event is published on. */
export function subjectOf({ type, institutionId }: Pick<EventEnvelope, 'type' | 'institutionId'>): string {
  return `${type}.${institutionId === '' ? PLATFORM : institutionId}`;
}

/** Stands where the institution does, for events that belong to none. */
const PLATFORM = 'platform';

/** The narrowest subject that covers all the types: a consumer has one filter, and skips what else it hears. */
export function commonSubject(types: readonly string[]): string {
  const [first = '', ...others] = types.map((type) => type.split('.'));
  const parts = [...first];
  let common = parts.length;
  for (const other of others) {
    const differs = parts.findIndex((part, index) => other[index] !== part);
    if (differs !== -1) common = Math.min(common, differs);
  }
  return [...parts.slice(0, common), '>'].join('.');
}
