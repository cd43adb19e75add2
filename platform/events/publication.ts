import { toBinary } from '@bufbuild/protobuf';
import { JetStreamApiError, type JetStreamClient, jetstream, PubHeaders } from '@nats-io/jetstream';
import { headers, InvalidArgumentError, type MsgHdrs, type NatsConnection, nuid } from '@nats-io/transport-node';
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Taken } from './bus.ts';
import { EVENT_STREAM, subjectOf } from './event-stream.ts';
import { trueCause } from './nats/true-cause.ts';

/**
 * One publication. Several events are one batch, in their order, which the stream stores whole or not at all. If it
 * takes no batch, or not this one, they are published one by one: those of one aggregate in order, those of different
 * aggregates in parallel. So are those of a batch whose answer was lost, in the next publication: as duplicates.
 */
export class Publication implements Taken {
  readonly ids = new Set<string>();
  failure: unknown;
  isUnavailable = false;
  /** Why the stream did not take the events as a batch, if it said so. */
  refusal: string | undefined;
  readonly #mayContinue: () => boolean;

  constructor(mayContinue: () => boolean) {
    this.#mayContinue = mayContinue;
  }

  async run(connection: NatsConnection, events: readonly EventEnvelope[]): Promise<void> {
    if (events.length >= SMALLEST_BATCH) {
      try {
        this.refusal = await this.#publishBatch(connection, events);
        if (this.refusal === undefined) return;
      } catch (error) {
        this.#failed(error);
      }
    }
    const js = jetstream(connection);
    const queues = [...Map.groupBy(events, ({ aggregateId }) => aggregateId).values()].values();
    const work = async () => {
      for (const queue of queues) await this.#publishInOrder(js, queue);
    };
    await Promise.all(Array.from({ length: QUEUES_AT_ONCE }, work));
  }

  /**
   * Returns why the stream has not stored them. The client library's `startBatch` takes the answer of a server without
   * batches, which has stored the first event alone, for a start, and drops the events' ids.
   */
  async #publishBatch(connection: NatsConnection, events: readonly EventEnvelope[]): Promise<string | undefined> {
    const id = nuid.next();
    for (const [index, event] of events.entries()) {
      const [subject, bytes, own] = messageOf(event);
      own.set('Nats-Batch-Id', id);
      own.set('Nats-Batch-Sequence', String(index + 1));
      const isLast = index === events.length - 1;
      if (isLast) own.set('Nats-Batch-Commit', '1');
      if (index > 0 && !isLast) {
        connection.publish(subject, bytes, { headers: own });
        continue;
      }
      if (!this.#mayContinue()) return 'the publication was stopped';
      const answer = await connection.request(subject, bytes, { headers: own, timeout: MAX_PUBLISH_MS });
      // A batch that has begun is answered with nothing.
      const { error, count } = answer.data.length === 0 ? { count: 0 } : answer.json<BatchAnswer>();
      if (count !== (isLast ? events.length : 0)) return error?.description ?? 'the server knows no batches';
    }
    for (const { id: stored } of events) this.ids.add(stored);
    return undefined;
  }

  async #publishInOrder(js: JetStreamClient, events: readonly EventEnvelope[]): Promise<void> {
    for (const event of events) {
      if (this.isUnavailable || !this.#mayContinue()) return;
      if (!(await this.#publishOne(js, event))) return;
    }
  }

  /** Returns whether the stream has it now. */
  async #publishOne(js: JetStreamClient, event: EventEnvelope): Promise<boolean> {
    try {
      const [subject, bytes, own] = messageOf(event);
      const { seq } = await js.publish(subject, bytes, { headers: own, timeout: MAX_PUBLISH_MS });
      if (seq === 0) this.#notStored(event);
      else this.ids.add(event.id);
      return seq !== 0;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    this.failure ??= trueCause(error, EVENT_STREAM);
    this.isUnavailable ||= !(error instanceof JetStreamApiError || error instanceof InvalidArgumentError);
  }

  /**
   * Before 2.11, a server answers with a duplicate without a position if a former leader noted the event's id but did
   * not store the event. It is published again until the server forgets the id.
   */
  #notStored({ id }: EventEnvelope): void {
    this.failure ??= new Error(`the server knows ${id} and has not stored it`);
  }
}

/** The answer to the last message of a batch, or the refusal of any. */
interface BatchAnswer {
  readonly count?: number;
  readonly error?: { readonly description: string };
}

/**
 * The message of an event: with its id, by which the stream knows it, and the W3C Trace Context header, for subscribers
 * that do not know our envelopes.
 */
function messageOf(event: EventEnvelope): [subject: string, bytes: Uint8Array, own: MsgHdrs] {
  const own = headers();
  own.set(PubHeaders.MsgIdHdr, event.id);
  if (event.traceparent !== '') own.set('traceparent', event.traceparent);
  return [subjectOf(event), toBinary(EventEnvelopeSchema, event), own];
}

const MAX_PUBLISH_MS = 3_000;
/** The number of aggregates whose events are published in parallel. */
const QUEUES_AT_ONCE = 64;
/** The server syncs its disk about five times for a batch of any size, and once for each event outside of batches. */
const SMALLEST_BATCH = 6;
