import type { JetStreamManager } from '@nats-io/jetstream';
import { ALL_EVENTS, EVENT_STREAM } from './event-stream.ts';
import { durableName } from './nats/nats-user.ts';

/** How far a durable subscriber lags behind publication. */
export interface ConsumerLag {
  /** The subscription's name, `<service>.<consumer>`. */
  readonly name: string;
  /** Events not delivered to it yet. */
  readonly pending: number;
  /** Events delivered to it but not acknowledged yet. */
  readonly unacknowledged: number;
  /** How many of these were delivered more than once. */
  readonly redelivered: number;
  /** Publication time of the oldest event that it has not handled, in epoch milliseconds; null if it has handled all. */
  readonly oldestAt: number | null;
}

/** Reads the lag of a durable subscriber from NATS. Throws if NATS does not answer. */
export async function readConsumerLag(jsm: JetStreamManager, name: string): Promise<ConsumerLag> {
  const info = await jsm.consumers.info(EVENT_STREAM, durableName(name));
  const {
    num_pending: pending,
    num_ack_pending: unacknowledged,
    num_redelivered: redelivered,
    ack_floor: floor,
  } = info;
  const lag = { name, pending, unacknowledged, redelivered };
  if (pending + unacknowledged === 0) return { ...lag, oldestAt: null };
  const { filter_subject: subject = ALL_EVENTS } = info.config;
  const oldest = await jsm.direct.getMessage(EVENT_STREAM, { seq: floor.stream_seq + 1, next_by_subj: subject });
  return { ...lag, oldestAt: oldest?.time.getTime() ?? null };
}
