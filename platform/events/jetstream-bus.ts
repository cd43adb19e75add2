import { type Consumer, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { Msg, NatsConnection, Subscription as NatsSubscription } from '@nats-io/transport-node';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { lineOfEvent } from '../core/event.ts';
import type { Logger } from '../observability/log.ts';
import type { BusListener, EventBus, Subscription, Taken } from './bus.ts';
import { DurableBatches } from './durable-batches.ts';
import { ALL_EVENTS, EVENT_STREAM, eventOfMessage } from './event-stream.ts';
import type { NatsLink } from './nats/nats-link.ts';
import { durableName, JETSTREAM_API } from './nats/nats-user.ts';
import { Publication } from './publication.ts';

interface Options {
  readonly link: NatsLink;
  readonly log: Logger;
}

/**
 * Carries events between processes through NATS JetStream. The stream detects duplicates by event id. Nothing here
 * waits for NATS: events that cannot be published stay in the outbox, and durable subscribers receive missed events
 * when NATS is available again.
 */
export class JetStreamBus implements EventBus {
  readonly #options: Options;
  readonly #ends = new Set<() => Promise<void>>();
  /** The names of the durable subscriptions of this process whose consumers were found. */
  readonly #durables = new Set<string>();
  /** Why the last batch was refused. */
  #refusal: string | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async publish(events: readonly EventEnvelope[], mayContinue: () => boolean): Promise<Taken> {
    const publication = new Publication(mayContinue);
    try {
      await publication.run(this.#connection(), events);
    } catch (error) {
      publication.failure ??= error;
      publication.isUnavailable = true;
    }
    const { refusal = this.#refusal } = publication;
    if (refusal !== this.#refusal)
      this.#options.log.info({ refusal }, 'events are published one by one, not in a batch');
    this.#refusal = refusal;
    return publication;
  }

  async subscribe(subscription: Subscription): Promise<() => Promise<void>> {
    const { name } = subscription;
    const batches = new DurableBatches({ subscription, log: this.#options.log, open: () => this.#open(name) });
    batches.start();
    return this.#endingWith(() => {
      this.#durables.delete(name);
      return batches.stop();
    });
  }

  async listen(listener: BusListener): Promise<() => Promise<void>> {
    return this.#endingWith(await this.#listen(listener));
  }

  wakeRelay(service: string): void {
    this.#options.link.connection?.publish(relaySubject(service));
  }

  onWakeRelay(service: string, wake: () => void): () => void {
    let subscribed: NatsSubscription | undefined;
    let on: NatsConnection | undefined;
    const forget = this.#options.link.onConnect((connection) => {
      wake();
      if (connection !== on) subscribed = connection.subscribe(relaySubject(service), { callback: wake });
      on = connection;
    });
    return () => {
      forget();
      subscribed?.unsubscribe();
    };
  }

  /** The lags of the durable subscribers of this process. Throws if NATS does not answer. */
  async readLags(): Promise<ConsumerLag[]> {
    if (this.#durables.size === 0) return [];
    const jsm = await jetstreamManager(this.#connection(), { ...API, checkAPI: false });
    return Promise.all([...this.#durables].map((name) => readConsumerLag(jsm, name)));
  }

  /** Ends all subscriptions; the owner of the link closes it. */
  async close(): Promise<void> {
    await Promise.all([...this.#ends].map((end) => end()));
    this.#ends.clear();
  }

  /** Finds the consumer of a subscription; throws while that is not possible. */
  async #open(name: string): Promise<Consumer> {
    const consumer = await jetstream(this.#connection(), API).consumers.get(EVENT_STREAM, durableName(name));
    this.#durables.add(name);
    return consumer;
  }

  #endingWith(end: () => Promise<void>): () => Promise<void> {
    this.#ends.add(end);
    return async () => {
      this.#ends.delete(end);
      await end();
    };
  }

  /**
   * A plain subscription receives the messages of its subject, like the stream. The client library renews it when it
   * reconnects.
   */
  async #listen(listener: BusListener): Promise<() => Promise<void>> {
    const { link } = this.#options;
    let subscribed:
      | { readonly connection: NatsConnection; readonly subscriptions: readonly NatsSubscription[] }
      | undefined;
    const forget = link.onConnect((connection) => {
      if (subscribed) listener.missed?.();
      if (subscribed?.connection === connection) return;
      subscribed = { connection, subscriptions: this.#subscribe(connection, listener) };
    });
    await subscribed?.connection.flush().catch(() => undefined);
    return async () => {
      forget();
      for (const each of subscribed?.subscriptions ?? []) each.unsubscribe();
    };
  }

  #subscribe(connection: NatsConnection, { name, types, handle }: BusListener): NatsSubscription[] {
    const failed = (error: unknown, event?: EventEnvelope) =>
      this.#options.log.warn({ err: error, subscriber: name, ...(event ? lineOfEvent(event) : {}) }, 'listener failed');
    const deliver = async (message: Msg) => {
      const event = eventOfMessage(message);
      if (!event) throw new Error(`the message on ${message.subject} is not an event of that subject`);
      await handle(event).catch((error: unknown) => failed(error, event));
    };
    return types.map((type) =>
      connection.subscribe(`${type}.*`, {
        callback: (error, message) => {
          if (error) return failed(error);
          deliver(message).catch(failed);
        },
      }),
    );
  }

  #connection(): NatsConnection {
    const { connection } = this.#options.link;
    if (!connection) throw new Error('NATS is unavailable');
    return connection;
  }
}

/** Outside of the stream's subjects. All replicas of a service use its account, so nobody else can publish it. */
const relaySubject = (service: string) => `relay.${service}`;

const API = { apiPrefix: JETSTREAM_API, timeout: 3_000 };

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
  /**
   * Publication time of the oldest event that it has not handled, in epoch milliseconds; null if it has handled all.
   */
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
