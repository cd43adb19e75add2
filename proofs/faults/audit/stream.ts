import { fromBinary } from '@bufbuild/protobuf';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENT_STREAM } from '../../../platform/events/event-stream.ts';
import { type NatsAddress, natsServers } from '../../../platform/events/nats/nats-link.ts';
import { EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly requestId: string;
}

/** Reads all events of the stream in their order, as the administrator. */
export async function readStream(address: NatsAddress): Promise<Message[]> {
  const connection = await connect(natsServers(address));
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info(EVENT_STREAM);
    const messages: Message[] = [];
    if (state.messages === 0) return messages;
    const consumer = await jetstream(connection).consumers.get(EVENT_STREAM, { deliver_policy: DeliverPolicy.All });
    for await (const message of await consumer.consume()) {
      const { id, type, requestId } = fromBinary(EventEnvelopeSchema, message.data);
      messages.push({ id, type, requestId });
      if (message.seq >= state.last_seq) return messages;
    }
    throw new Error('the stream ended before its end');
  } finally {
    await connection.close();
  }
}
