import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { bucketStream } from '../../gateway/admission/nats-cells.ts';
import {
  declareConsumer,
  declareEventStream,
  declareJournal,
  declareStream,
  type StreamLimits,
} from '../../platform/events/event-stream.ts';
import { type NatsAddress, natsServers } from '../../platform/events/nats/nats-link.ts';
import { BUCKETS_ACCOUNT, BUCKETS_API, type Bucket, type NatsUser } from '../../platform/events/nats/nats-user.ts';
import { isUnanswered } from '../../platform/events/nats/true-cause.ts';
import { isOldNats, NATS_VERSIONS, syncsBatches } from './server-version.ts';

interface Options {
  /** With the administrator's user and password. */
  readonly address: NatsAddress;
  readonly users: readonly NatsUser[];
  readonly limits: StreamLimits;
}

/**
 * Creates or updates what processes use at NATS: the stream, their consumers and their buckets. Can be repeated, and
 * run concurrently.
 *
 * @returns what the operator should know, a sentence each
 * @throws the error of the connection or the server; an Error with advice if there are too few servers for the replicas
 */
export async function provisionNats({ address, users, limits }: Options): Promise<string[]> {
  const connection = await connect({ ...natsServers(address), name: 'lyceum-provision', timeout: MAX_CONNECT_MS });
  try {
    const jsm = await jetstreamManager(connection, { timeout: MAX_API_MS });
    const { version = '' } = connection.info ?? {};
    await declareEventStream(jsm, limits, syncsBatches(version));
    await declareJournal(jsm, limits);
    for (const durable of users.flatMap(({ durables = [] }) => durables)) await declareConsumer(jsm, durable);
    const buckets = users.flatMap((user) => user.buckets ?? []);
    await declareBuckets(connection, buckets, limits.replicas);
    return isOldNats(version) ? [`NATS ${version} has known vulnerabilities: install ${NATS_VERSIONS}`] : [];
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

/**
 * Error codes of the server: no suitable peers in the cluster; no leader, with 2.15 on a first start without all
 * servers; replicas without a cluster.
 */
const TOO_FEW_SERVERS = new Set([10005, 10008, 10074]);

async function declareBuckets(connection: NatsConnection, buckets: readonly Bucket[], replicas: number): Promise<void> {
  const options = { apiPrefix: BUCKETS_API, checkAPI: false, timeout: MAX_API_MS };
  const jsm = await jetstreamManager(connection, options);
  try {
    for (const bucket of buckets) await declareStream(jsm, bucketStream(bucket, replicas));
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    throw new Error(
      `NATS answers, but its configuration has no account ${BUCKETS_ACCOUNT}. Give it the accounts of this release (deploy/nats).`,
      { cause: error },
    );
  }
}

const MAX_CONNECT_MS = 5_000;
const MAX_API_MS = 5_000;
