import { toBinary } from '@bufbuild/protobuf';
import { JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import { headers, InvalidArgumentError, type MsgHdrs } from '@nats-io/transport-node';
import { type EventEnvelope, EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Taken } from './bus.ts';
import { EVENT_STREAM, subjectOf } from './event-stream.ts';
import { trueCause } from './nats/true-cause.ts';

/**
 * One publication: events of one aggregate in order, except within a run; those of different aggregates in parallel.
 */
export class Publication implements Taken {
  readonly ids = new Set<string>();
  failure: unknown;
  isUnavailable = false;
  readonly #mayContinue: () => boolean;

  constructor(mayContinue: () => boolean) {
    this.#mayContinue = mayContinue;
  }

  async run(js: JetStreamClient, events: readonly EventEnvelope[]): Promise<void> {
    const queues = [...Map.groupBy(events, ({ aggregateId }) => aggregateId).values()].values();
    const work = async () => {
      for (const queue of queues) await this.#publishInOrder(js, queue);
    };
    await Promise.all(Array.from({ length: QUEUES_AT_ONCE }, work));
  }

  async #publishInOrder(js: JetStreamClient, events: readonly EventEnvelope[]): Promise<void> {
    for (const run of runsOf(events)) {
      if (this.isUnavailable || !this.#mayContinue()) return;
      const isStored = await Promise.all(run.map((event) => this.#publishOne(js, event)));
      if (isStored.includes(false)) return;
    }
  }

  /** Returns whether the stream has it now. */
  async #publishOne(js: JetStreamClient, event: EventEnvelope): Promise<boolean> {
    try {
      const bytes = toBinary(EventEnvelopeSchema, event);
      const options = { msgID: event.id, timeout: MAX_PUBLISH_MS, ...tracedBy(event) };
      const { seq } = await js.publish(subjectOf(event), bytes, options);
      if (seq === 0) this.#notStored(event);
      else this.ids.add(event.id);
      return seq !== 0;
    } catch (error) {
      this.failure ??= trueCause(error, EVENT_STREAM);
      this.isUnavailable ||= !(error instanceof JetStreamApiError || error instanceof InvalidArgumentError);
      return false;
    }
  }

  /**
   * Before 2.11, a server answers with a duplicate without a position if a former leader noted the event's id but did
   * not store the event. It is published again until the server forgets the id.
   */
  #notStored({ id }: EventEnvelope): void {
    this.failure ??= new Error(`the server knows ${id} and has not stored it`);
  }
}

/**
 * Divides an aggregate's events into runs that are published at once: what one request did to different resources has
 * no order that anyone could rely on. NATS may store part of a run only, if it fails meanwhile. One by one, the 500
 * events of a bulk of logs kept NATS and its clients busy for a second.
 */
function runsOf(events: readonly EventEnvelope[]): EventEnvelope[][] {
  const runs: EventEnvelope[][] = [];
  let resources = new Set<string>();
  for (const event of events) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    const isOfRun =
      first?.requestId === event.requestId &&
      first.type === event.type &&
      event.resourceId !== '' &&
      !resources.has(event.resourceId) &&
      resources.size < MAX_RUN;
    if (run && isOfRun) run.push(event);
    else {
      runs.push([event]);
      resources = new Set();
    }
    resources.add(event.resourceId);
  }
  return runs;
}

/** The W3C Trace Context header, for subscribers that do not know our envelopes. */
function tracedBy({ traceparent }: EventEnvelope): { headers?: MsgHdrs } {
  if (traceparent === '') return {};
  const own = headers();
  own.set('traceparent', traceparent);
  return { headers: own };
}

const MAX_PUBLISH_MS = 3_000;
/** The number of aggregates whose events are published in parallel. */
const QUEUES_AT_ONCE = 64;
/** How many events of one aggregate are published at once. */
const MAX_RUN = 64;
