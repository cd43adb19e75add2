import type { JetStreamManager } from '@nats-io/jetstream';
import { ALL_EVENTS, EVENT_STREAM } from './event-stream.ts';
import { durableName } from './nats/nats-user.ts';

/** How far a durable subscriber is behind what was published. */
export interface ConsumerLag {
  /** The subscription's name, `<service>.<consumer>`. */
  readonly name: string;
  /** Events that it was not given yet. */
  readonly pending: number;
  /** Events that it was given and has not handled yet. */
  readonly unacknowledged: number;
  /** Of these, those that it was given more than once. */
  readonly redelivered: number;
  /**
   * When the oldest event that it has not handled was published, in epoch milliseconds; null when it has handled all. Undefined for a subscriber that is given one
   * event at a time: its process may not read the stream.
   */
  readonly oldestAt?: number | null;
}

/** Asks NATS how far a durable subscriber is behind. Throws when NATS does not tell. */
export async function readConsumerLag(
  jsm: JetStreamManager,
  { name, isInBatches }: { readonly name: string; readonly isInBatches: boolean },
): Promise<ConsumerLag> {
  const info = await jsm.consumers.info(EVENT_STREAM, durableName(name));
  const {
    num_pending: pending,
    num_ack_pending: unacknowledged,
    num_redelivered: redelivered,
    ack_floor: floor,
  } = info;
  const lag = { name, pending, unacknowledged, redelivered };
  if (!isInBatches) return lag;
  if (pending + unacknowledged === 0) return { ...lag, oldestAt: null };
  const { filter_subject: subject = ALL_EVENTS } = info.config;
  const oldest = await jsm.direct.getMessage(EVENT_STREAM, { seq: floor.stream_seq + 1, next_by_subj: subject });
  return { ...lag, oldestAt: oldest?.time.getTime() ?? null };
}
