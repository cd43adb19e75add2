import { JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { EVENT_STREAM } from '../../platform/events/event-stream.ts';
import { type NatsAddress, natsServers } from '../../platform/events/nats/nats-link.ts';
import { JETSTREAM_API } from '../../platform/events/nats/nats-user.ts';
import { trueCause } from '../../platform/events/nats/true-cause.ts';

/**
 * The version of the NATS server that answers, `2.11.16`. Throws the error of the connection, within the timeout in
 * milliseconds.
 */
export function readNatsVersion(address: NatsAddress, atMostMs: number): Promise<string> {
  return withConnection(address, atMostMs, async ({ info }) => info?.version ?? '');
}

/**
 * The number of events that NATS stores, or null if there is no stream. Throws the error of the connection, within the
 * timeout in milliseconds.
 */
export function readStreamSize(address: NatsAddress, atMostMs: number): Promise<number | null> {
  return withConnection(address, atMostMs, async (connection) => {
    const options = { apiPrefix: JETSTREAM_API, checkAPI: false, timeout: atMostMs };
    const { streams } = await jetstreamManager(connection, options);
    try {
      return (await streams.info(EVENT_STREAM)).state.messages;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
      throw trueCause(error, EVENT_STREAM);
    }
  });
}

async function withConnection<T>(
  address: NatsAddress,
  atMostMs: number,
  read: (connection: NatsConnection) => Promise<T>,
): Promise<T> {
  const options = { ...natsServers(address), name: 'lyceum-status', timeout: atMostMs, reconnect: false };
  const connection = await connect(options);
  try {
    return await read(connection);
  } finally {
    await connection.close();
  }
}
