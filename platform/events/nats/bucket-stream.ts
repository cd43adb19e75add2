import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Bucket } from './nats-user.ts';

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
