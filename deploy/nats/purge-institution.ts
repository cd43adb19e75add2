import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENT_STREAM, subjectOf } from '../../platform/events/event-stream.ts';
import { type NatsAddress, natsServers } from '../../platform/events/nats/nats-link.ts';

/**
 * Removes the events of an institution from the stream.
 * @param address with the administrator's user and password: no process may remove events
 * @throws the error of the connection or the server
 */
export async function purgeInstitution(address: NatsAddress, institutionId: string): Promise<void> {
  const connection = await connect({ ...natsServers(address), name: 'lyceum-purge', timeout: TIMEOUT_MS });
  try {
    const jsm = await jetstreamManager(connection, { timeout: TIMEOUT_MS });
    await jsm.streams.purge(EVENT_STREAM, { filter: subjectOf({ type: ANY_TYPE, institutionId }) });
  } finally {
    await connection.close();
  }
}

const ANY_TYPE = 'lyceum.*.*.*';
const TIMEOUT_MS = 30_000;
