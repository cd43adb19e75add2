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
 * Creates or updates everything that processes use at NATS but have no permission to create: the stream, their consumers and their buckets. Can be
 * repeated, and run concurrently.
 *
 * @throws the error of the connection or the server; an Error with advice if there are too few servers for the replicas
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

/** Replaces the server's message about placement if there are too few servers. */
function withTooFewServers(error: unknown, replicas: number): unknown {
  if (!(error instanceof JetStreamApiError && TOO_FEW_SERVERS.has(error.code))) return error;
  return new Error(
    `NATS answers, but has fewer servers than the ${replicas} that NATS_REPLICAS requires (${error.message}). Start the others, or set NATS_REPLICAS to the number of servers.`,
    { cause: error },
  );
}

/** Error codes of the server: no suitable peers in the cluster; no leader, with 2.15 on a first start without all servers; replicas without a cluster. */
const TOO_FEW_SERVERS = new Set([10005, 10008, 10074]);

async function declareBucket(
  connection: NatsConnection,
  jsm: JetStreamManager,
  { name, ttlMs, maxValueBytes }: Bucket,
  replicas: number,
): Promise<void> {
  // The server's limit includes the headers: the expected revision, for example.
  const maxValueSize = maxValueBytes + HEADERS_BYTES;
  const kvm = new Kvm(jetstream(connection, { timeout: API_MS_AT_MOST }));
  await kvm.create(name, { replicas, ttl: ttlMs, maxValueSize, history: 1 });
  // `create` does not change an existing bucket.
  const { config } = await jsm.streams.info(`KV_${name}`);
  if (config.num_replicas === replicas && config.max_msg_size === maxValueSize) return;
  await jsm.streams.update(config.name, { num_replicas: replicas, max_msg_size: maxValueSize });
}

const CONNECT_MS_AT_MOST = 5_000;
const API_MS_AT_MOST = 5_000;
const HEADERS_BYTES = 1_024;
