import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Logger } from '../observability/log.ts';
import type { BatchSubscription } from './bus.ts';
import { eventOfMessage } from './event-of-message.ts';
import { ACK_WAIT_MS, BATCH_AT_MOST } from './event-stream.ts';

interface Options {
  readonly subscription: BatchSubscription;
  readonly log: Logger;
  /** Finds the consumer; throws while that cannot be done. */
  readonly open: () => Promise<Consumer>;
}

/**
 * One process's part of a durable subscription that takes many events at once. The process whose turn it is asks for what there is, handles it in the order
 * of the stream, says so, and asks again. What it has failed to handle it tries again before it asks for more.
 *
 * The order holds after a takeover, too. The server gives a process that has died or hangs its events for {@link ACK_WAIT_MS} before it gives them to another,
 * and newer ones meanwhile. Deliveries are numbered: where a number is missing, somebody else was given an event, and nothing is handled before this process
 * has all events that are given and not acknowledged.
 */
export class DurableBatches {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #messages: ConsumerMessages | undefined;
  #loop: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins as soon as it is its turn. */
  async start(): Promise<void> {
    this.#loop = this.#run();
  }

  /** Waits for the events that are being handled, and lets another process work. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#messages?.stop();
    await this.#loop;
    await this.#options.subscription.lock.release();
  }

  async #run(): Promise<void> {
    const { subscription, log } = this.#options;
    const { signal } = this.#stopping;
    // Found in every process, so that each can tell how far the subscriber is behind.
    let consumer: Consumer | undefined;
    while (!signal.aborted) {
      try {
        consumer ??= await this.#options.open();
        if (await subscription.lock.take()) await this.#work(consumer);
      } catch (error) {
        consumer = undefined;
        log.debug({ err: error, subscriber: subscription.name }, 'no events can be asked for');
      }
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Handles batches until it is another's turn, or there is no more way to them. */
  async #work(consumer: Consumer): Promise<void> {
    let next: number | undefined;
    while (this.#mayGo) {
      const held = new Map<number, JsMsg>();
      const alive = setInterval(() => this.#signalProgress(held), ACK_WAIT_MS / 4);
      try {
        await this.#gather(consumer, held, next);
        const batch = [...held.values()].toSorted((a, b) => a.seq - b.seq);
        if (batch.length > 0 && !(await this.#handle(batch))) return;
        for (const message of batch) next = Math.max(next ?? 0, message.info.deliverySequence + 1);
      } finally {
        clearInterval(alive);
      }
    }
  }

  /** Has the server go on waiting for the events that this process has, as long as it is its turn. */
  #signalProgress(held: ReadonlyMap<number, JsMsg>): void {
    if (this.#options.subscription.lock.isHeld) for (const message of held.values()) message.working();
  }

  get #mayGo(): boolean {
    return !this.#stopping.signal.aborted && this.#options.subscription.lock.isHeld;
  }

  /**
   * Asks for events: for one, and then for those that were there behind it.
   * @param held by their places in the stream; grows
   * @param next the number of the next delivery if nobody else was given one since; undefined at the beginning of a turn
   */
  async #gather(consumer: Consumer, held: Map<number, JsMsg>, next: number | undefined): Promise<void> {
    await this.#fetch(consumer, held, 1);
    const [first] = held.values();
    if (!first) return;
    const behind = Math.min(first.info.pending, BATCH_AT_MOST - 1);
    if (behind > 0) await this.#fetch(consumer, held, behind);
    if (hasNumbersFrom(next, [...held.values()])) return;
    while (this.#mayGo && (await consumer.info()).num_ack_pending > held.size)
      await this.#fetch(consumer, held, BATCH_AT_MOST);
  }

  async #fetch(consumer: Consumer, held: Map<number, JsMsg>, atMost: number): Promise<void> {
    if (!this.#mayGo) return;
    this.#messages = await consumer.fetch({ max_messages: atMost, expires: FETCH_MS });
    for await (const message of this.#messages) held.set(message.seq, message);
  }

  /** Whether all were handled; not when it is another's turn meanwhile. */
  async #handle(batch: readonly JsMsg[]): Promise<boolean> {
    const { subscription, log } = this.#options;
    let left = batch.flatMap((message) => this.#eventOf(message));
    for (let tries = 0; left.length > 0; tries++) {
      if (tries > 0) await this.#pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
      if (!this.#mayGo) return false;
      try {
        const handled = await subscription.handle(left);
        left = left.filter(({ id }) => !handled.has(id));
      } catch (error) {
        log.warn({ err: error, subscriber: subscription.name, tries }, 'events not handled, they are tried again');
      }
    }
    for (const message of batch) message.ack();
    return true;
  }

  #eventOf(message: JsMsg): EventEnvelope[] {
    const envelope = eventOfMessage(message);
    if (!envelope) {
      const { subject, seq: sequence } = message;
      this.#options.log.error({ subject, sequence }, 'not an event of its subject, and left out');
    }
    return envelope && this.#options.subscription.types.includes(envelope.type) ? [envelope] : [];
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }
}

/** Whether the deliveries are numbered from a number on, without a gap. */
function hasNumbersFrom(next: number | undefined, messages: readonly JsMsg[]): boolean {
  const numbers = messages.map(({ info }) => info.deliverySequence);
  return Math.min(...numbers) === next && Math.max(...numbers) === next + messages.length - 1;
}

/** The shortest time that a question may wait: a process that hangs does not draw events for long. */
const FETCH_MS = 1_000;
const PAUSE_MS = 500;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
