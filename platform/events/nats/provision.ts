import { JetStreamApiError, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { declareConsumer, declareEventStream, type StreamLimits } from '../event-stream.ts';
import { type NatsAddress, natsServers } from './nats-servers.ts';
import type { Bucket, NatsUser } from './nats-user.ts';

interface Options {
  /** With the administrator's user and password. */
  readonly address: NatsAddress;
  readonly users: readonly NatsUser[];
  readonly limits: StreamLimits;
}

/**
 * Declares all that processes use at NATS and may not make themselves: the stream, their consumers and their buckets. What is there already is
 * brought to what it should be, so that this may be done again, and by several at once.
 *
 * @throws whatever the connection or the server says; in words of ours where the server has too few others for the replicas
 */
export async function provisionNats({ address, users, limits }: Options): Promise<void> {
  const connection = await connect({ ...natsServers(address), name: 'lyceum-provision', timeout: CONNECT_MS_AT_MOST });
  try {
    const jsm = await jetstreamManager(connection, { timeout: API_MS_AT_MOST });
    await declareEventStream(jsm, limits);
    for (const durable of users.flatMap(({ durables = [] }) => durables)) await declareConsumer(jsm, durable);
    for (const bucket of users.flatMap(({ buckets = [] }) => buckets))
      await declareBucket(connection, jsm, bucket, limits.replicas);
  } catch (error) {
    throw withTooFewServers(error, limits.replicas);
  } finally {
    await connection.close();
  }
}

/** A server's own words for too few servers are about placement. */
function withTooFewServers(error: unknown, replicas: number): unknown {
  if (!(error instanceof JetStreamApiError && TOO_FEW_SERVERS.has(error.code))) return error;
  return new Error(
    `it is there, but has fewer servers than the ${replicas} that NATS_REPLICAS asks for (${error.message}). Start the others, or set NATS_REPLICAS to how many there are.`,
    { cause: error },
  );
}

/** Of the server's API: no peers for a placement in a cluster; replicas where there is no cluster at all. */
const TOO_FEW_SERVERS = new Set([10005, 10074]);

async function declareBucket(
  connection: NatsConnection,
  jsm: JetStreamManager,
  { name, ttlMs, maxValueBytes }: Bucket,
  replicas: number,
): Promise<void> {
  // The server counts what the message says about itself, too: the revision that it is compared with.
  const maxValueSize = maxValueBytes + HEADERS_BYTES;
  const kvm = new Kvm(jetstream(connection, { timeout: API_MS_AT_MOST }));
  await kvm.create(name, { replicas, ttl: ttlMs, maxValueSize, history: 1 });
  // One that was made before is left as it was.
  const { config } = await jsm.streams.info(`KV_${name}`);
  if (config.num_replicas === replicas && config.max_msg_size === maxValueSize) return;
  await jsm.streams.update(config.name, { num_replicas: replicas, max_msg_size: maxValueSize });
}

const CONNECT_MS_AT_MOST = 5_000;
const API_MS_AT_MOST = 5_000;
const HEADERS_BYTES = 1_024;
