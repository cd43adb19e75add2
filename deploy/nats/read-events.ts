import { setTimeout as delay } from 'node:timers/promises';
import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { ALL_EVENTS, EVENT_STREAM, eventOfMessage } from '../../platform/events/event-stream.ts';
import { type NatsAddress, natsServers } from '../../platform/events/nats/nats-link.ts';
import { JETSTREAM_API } from '../../platform/events/nats/nats-user.ts';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';

export interface EventFilter {
  readonly service?: string | undefined;
  /** The event's name, `UserCreated`. */
  readonly name?: string | undefined;
  readonly institutionId?: string | undefined;
}

interface Options {
  readonly address: NatsAddress;
  readonly filter: EventFilter;
  /** The start time in epoch milliseconds; undefined for events published from now on. */
  readonly since: number | undefined;
}

/**
 * Reads the events of the stream in order, stored and new ones, without an end, and without effect on consumers. Reads
 * them one by one, because a reader with permission to create a consumer could make the server write to any subject.
 *
 * @throws the error of the connection, or an Error if there is no stream
 */
export async function* readEvents({ address, filter, since }: Options): AsyncGenerator<EventEnvelope> {
  const connection = await connect({ ...natsServers(address), name: 'lyceum-events', timeout: 5_000 });
  try {
    const { service = '*', name = '*', institutionId = '*' } = filter;
    const jsm = await jetstreamManager(connection, { apiPrefix: JETSTREAM_API, checkAPI: false });
    let sequence = await sequenceSince(jsm, since);
    for (;;) {
      const subject = `lyceum.${service}.*.${name}.${institutionId}`;
      const message = await jsm.direct.getMessage(EVENT_STREAM, { seq: sequence, next_by_subj: subject });
      if (message === null) await delay(PAUSE_MS);
      const event = message && eventOfMessage(message);
      if (event) yield event;
      if (message) sequence = message.seq + 1;
    }
  } finally {
    await connection.close();
  }
}

/** The sequence of the first event stored at or after a time, or of the next event if there is none. */
async function sequenceSince(jsm: JetStreamManager, since: number | undefined): Promise<number> {
  const { state } = await jsm.streams.info(EVENT_STREAM).catch((error: unknown) => {
    const isMissing = error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
    throw isMissing ? new Error('there is no event stream; "lyceum nats provision" creates it') : error;
  });
  let [low, high] = [state.first_seq, state.last_seq + 1];
  if (since === undefined) return high;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const message = await jsm.direct.getMessage(EVENT_STREAM, { seq: middle, next_by_subj: ALL_EVENTS });
    if (message === null || message.time.getTime() >= since) high = middle;
    else low = message.seq + 1;
  }
  return low;
}

/** The pause between two requests for an event that does not exist yet. */
const PAUSE_MS = 250;
