import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENT_STREAM } from './event-stream.ts';
import { type NatsAddress, natsServers } from './nats/nats-servers.ts';
import { JETSTREAM_API } from './nats/nats-user.ts';
import { trueCause } from './nats/true-cause.ts';

/** How many events NATS keeps. Throws whatever the connection does, within the time in milliseconds, and what NATS says where there is no stream. */
export async function readStreamSize(address: NatsAddress, atMostMs: number): Promise<number> {
  const connection = await connect({
    ...natsServers(address),
    name: 'lyceum-status',
    timeout: atMostMs,
    reconnect: false,
  });
  try {
    const jsm = await jetstreamManager(connection, { apiPrefix: JETSTREAM_API, checkAPI: false, timeout: atMostMs });
    return (await jsm.streams.info(EVENT_STREAM)).state.messages;
  } catch (error) {
    throw trueCause(error, EVENT_STREAM);
  } finally {
    await connection.close();
  }
}
