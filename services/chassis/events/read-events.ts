import { fromBinary } from '@bufbuild/protobuf';
import { DeliverPolicy, JetStreamApiCodes, JetStreamApiError, jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { type EventEnvelope, EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { toInstantText } from '../instant.ts';
import { natsServers } from '../nats/nats-servers.ts';
import { EVENT_STREAM } from './event-stream.ts';

export interface EventFilter {
  readonly service?: string | undefined;
  /** The event's name, `UserCreated`. */
  readonly name?: string | undefined;
  readonly institutionId?: string | undefined;
}

interface Options {
  /** Where NATS is. */
  readonly url: string;
  readonly filter: EventFilter;
  /** From what instant on, in epoch milliseconds; undefined for what is published from now on. */
  readonly since: number | undefined;
}

/**
 * Reads the events of the stream in its order, what is kept and what comes, without an end and without anybody's work being touched.
 *
 * @throws whatever the connection does, and an Error when no event was ever published there
 */
export async function* readEvents({ url, filter, since }: Options): AsyncGenerator<EventEnvelope> {
  const connection = await connect({ ...natsServers(url), name: 'lyceum-events', timeout: 5_000 });
  try {
    const { service = '*', name = '*', institutionId = '*' } = filter;
    const start =
      since === undefined
        ? { deliver_policy: DeliverPolicy.New }
        : { deliver_policy: DeliverPolicy.StartTime, opt_start_time: toInstantText(since) };
    const consumer = await jetstream(connection)
      .consumers.get(EVENT_STREAM, { ...start, filter_subjects: `lyceum.${service}.*.${name}.${institutionId}` })
      .catch((error: unknown) => {
        const isMissing = error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
        throw isMissing ? new Error('no service has published an event there') : error;
      });
    for await (const message of await consumer.consume()) yield fromBinary(EventEnvelopeSchema, message.data);
  } finally {
    await connection.close();
  }
}
