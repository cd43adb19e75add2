import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { Cell, SharedCells } from '../../libraries/sliding-window/index.ts';
import { monotonicMs } from '../../platform/core/clock.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { withTimeout } from '../../platform/core/with-timeout.ts';
import { isStreamExists } from '../../platform/events/event-stream.ts';
import type { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { BUCKETS_API, type Bucket } from '../../platform/events/nats/nats-user.ts';
import { trueCause } from '../../platform/events/nats/true-cause.ts';

interface Options {
  readonly link: NatsLink;
  readonly bucket: Bucket;
  /** Timeout of a response, in milliseconds. */
  readonly timeoutMs: number;
}

/** Cells in a key-value bucket of NATS; the server does the compare-and-set. */
export class NatsSharedCells implements SharedCells {
  readonly #options: Options;
  #bucket: KV | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async open(): Promise<number> {
    const { link, bucket } = this.#options;
    const { connection } = link;
    this.#bucket = undefined;
    if (!connection) throw new Error('NATS is unavailable');
    try {
      await ensureBucket(connection, bucket);
      const kvm = new Kvm(jetstream(connection, { apiPrefix: BUCKETS_API, timeout: MAX_OPEN_MS }));
      this.#bucket = await kvm.open(bucket.name, { allow_direct: true });
      // Any server with the cells can answer a read, but a write needs a majority.
      const revision = await this.#bucket.put(PROBE, new Uint8Array());
      const writtenAt = monotonicMs();
      const probe = await this.#bucket.get(PROBE);
      // Another gateway may have written later; a server that has not heard of this write knows no time of now.
      if (!probe || probe.revision < revision) throw new Error(`${bucket.name} does not have what was written to it`);
      return probe.created.getTime() + monotonicMs() - writtenAt;
    } catch (error) {
      throw trueCause(error, bucket.name);
    }
  }

  async read(key: string): Promise<Cell | null> {
    const entry = await this.#withinTimeout((bucket) => bucket.get(key));
    return entry && entry.operation === 'PUT' ? { value: entry.value, revision: entry.revision } : null;
  }

  async write(key: string, value: Uint8Array, revision: number): Promise<number | null> {
    try {
      return await this.#withinTimeout((bucket) => bucket.put(key, value, { previousSeq: revision }));
    } catch (error) {
      if (error instanceof JetStreamApiError && LOST.has(error.code)) return null;
      throw error;
    }
  }

  async #withinTimeout<T>(operation: (bucket: KV) => Promise<T>): Promise<T> {
    const { link, bucket, timeoutMs } = this.#options;
    if (!this.#bucket || !link.connection) throw new Error('NATS is unavailable');
    try {
      return await withTimeout(operation(this.#bucket), timeoutMs);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Error(`NATS did not answer for ${bucket.name} within ${timeoutMs} ms`, { cause: error });
    }
  }
}

/**
 * Creates the bucket if it is missing. A single server forgets a bucket in memory when it ends. A cluster remembers it,
 * and there the administrator decides how many servers store it (`provisionNats`).
 */
async function ensureBucket(connection: NatsConnection, bucket: Bucket): Promise<void> {
  if (connection.info?.cluster !== undefined) return;
  const jsm = await jetstreamManager(connection, { apiPrefix: BUCKETS_API, checkAPI: false, timeout: MAX_OPEN_MS });
  await jsm.streams.add(bucketStream(bucket, 1)).catch((error: unknown) => {
    if (!isStreamExists(error)) throw error;
  });
}

const MAX_OPEN_MS = 1_000;
const PROBE = 'probe';
const LOST = new Set<number>([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
]);

/** The configuration of the stream behind a bucket, as the client library expects it. */
export function bucketStream({ name, ttlMs, maxValueBytes }: Bucket, replicas: number) {
  return {
    name: `KV_${name}`,
    subjects: [`$KV.${name}.>`],
    retention: RetentionPolicy.Limits,
    // In files, each count would wait for a disk that syncs every write (`sync_interval`).
    storage: StorageType.Memory,
    discard: DiscardPolicy.New,
    max_msgs_per_subject: 1,
    max_age: nanos(ttlMs),
    // The server's limit includes the headers: the expected revision, for example.
    max_msg_size: maxValueBytes + HEADERS_BYTES,
    allow_direct: true,
    allow_rollup_hdrs: true,
    num_replicas: replicas,
  };
}

const HEADERS_BYTES = 1_024;
