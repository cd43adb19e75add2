import { fromBinary } from '@bufbuild/protobuf';
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
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { DAY_MS } from '../core/instant.ts';
import { type Durable, durableName, ERASURES_STREAM, ERASURES_SUBJECT } from './nats/nats-user.ts';

/**
 * The single stream of all services' events: it has common limits, and one order for subscribers of several services.
 */
export const EVENT_STREAM = 'LYCEUM_EVENTS';
/** Matches every event's subject: its type, `lyceum.<service>.v1.<Name>`, then its institution. */
export const ALL_EVENTS = 'lyceum.>';
/** How long the stream detects duplicates by event id; later the inboxes detect them. */
export const DUPLICATE_WINDOW_MS = 10 * 60_000;
/** How long the server waits for an acknowledgement or progress of an event before it delivers it again. */
export const ACK_WAIT_MS = 5_000;

/** The most events that a batch consumer receives at once. */
export const MAX_BATCH = 256;

/** The server's error code for a stream that exists with another configuration. */
const STREAM_EXISTS = 10058;

type StreamSettings = Parameters<JetStreamManager['streams']['add']>[0];

export interface StreamLimits {
  /** The number of servers that store each event. */
  readonly replicas: number;
  readonly days: number;
  /** -1 for the server's limit. */
  readonly bytes: number;
}

/**
 * Creates or updates the stream; safe to run concurrently. A full stream rejects new events instead of dropping events
 * that a consumer has not received: the outbox stores them meanwhile.
 * @param takesBatches whether it takes several events as a whole; then its servers must stay 2.12 or later
 */
export async function declareEventStream(
  jsm: JetStreamManager,
  limits: StreamLimits,
  takesBatches: boolean,
): Promise<void> {
  const config = {
    name: EVENT_STREAM,
    subjects: [ALL_EVENTS],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    // For reading events without a consumer.
    allow_direct: true,
    num_replicas: limits.replicas,
    max_age: nanos(limits.days * DAY_MS),
    max_bytes: limits.bytes,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    ...(takesBatches ? { allow_atomic: true } : {}),
  };
  await declareStream(jsm, config);
}

/** Creates or updates the stream with the journal of erasures: nobody can remove from it, and nothing expires. */
export async function declareJournal(jsm: JetStreamManager, { replicas }: StreamLimits): Promise<void> {
  await declareStream(jsm, {
    name: ERASURES_STREAM,
    subjects: [ERASURES_SUBJECT],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    allow_direct: true,
    num_replicas: replicas,
    max_age: 0,
    max_bytes: -1,
    deny_delete: true,
    deny_purge: true,
  });
}

/** Creates or updates a stream; safe to run concurrently. */
export async function declareStream(jsm: JetStreamManager, config: StreamSettings): Promise<void> {
  try {
    await jsm.streams.add(config);
  } catch (error) {
    if (!isStreamExists(error)) throw error;
    await jsm.streams.update(config.name, config);
  }
}

/** Whether an error says that the stream exists, with another configuration. */
export function isStreamExists(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === STREAM_EXISTS;
}

/**
 * Creates or updates a durable consumer. For those of services `DurableBatches` preserves the order. For others only
 * one event is unacknowledged at a time among all processes that share the name, so the order holds whichever process
 * handles the next one, even after a failure. A new subscriber starts with the oldest stored event.
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
    max_ack_pending: isInBatches ? MAX_BATCH : 1,
    max_deliver: -1,
  });
}

/** The subject to publish an event on. */
export function subjectOf({ type, institutionId }: Pick<EventEnvelope, 'type' | 'institutionId'>): string {
  return `${type}.${institutionId === '' ? PLATFORM : institutionId}`;
}

/** Replaces the institution in the subject of events that belong to none. */
const PLATFORM = 'platform';

/** The narrowest subject that covers all the types: a consumer has one filter, and skips other events. */
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

interface Message {
  readonly subject: string;
  readonly data: Uint8Array;
}

/**
 * The event in a message. Null if the bytes are invalid, or if the event's type or institution differs from the
 * subject: permissions to publish depend only on the subject.
 */
export function eventOfMessage({ subject, data }: Message): EventEnvelope | null {
  try {
    const envelope = fromBinary(EventEnvelopeSchema, data);
    return subjectOf(envelope) === subject ? envelope : null;
  } catch {
    return null;
  }
}
