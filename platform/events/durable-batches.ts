import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Logger } from '../observability/log.ts';
import type { Subscription } from './bus.ts';
import { ACK_WAIT_MS, eventOfMessage, MAX_BATCH } from './event-stream.ts';

interface Options {
  readonly subscription: Subscription;
  readonly log: Logger;
  /** Finds the consumer; throws while that is not possible. */
  readonly open: () => Promise<Consumer>;
}

/**
 * One process's part of a durable subscription. The process that holds the lock fetches the available events,
 * handles them in stream order, acknowledges them, and fetches again. It retries failed events before it fetches more.
 *
 * The order also holds after a takeover. The server redelivers the events of a process that died or hangs only after
 * {@link ACK_WAIT_MS}, and delivers newer ones in the meantime. Deliveries are numbered: if a number is missing,
 * another process received an event, and nothing is handled until this process has all events that are delivered and
 * not acknowledged.
 */
export class DurableBatches {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #messages: ConsumerMessages | undefined;
  #loop: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts working as soon as it holds the lock. */
  start(): void {
    this.#loop = this.#run();
  }

  /** Waits for the events being handled, and releases the lock to another process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#messages?.stop();
    await this.#loop;
    await this.#options.subscription.lock.release();
  }

  async #run(): Promise<void> {
    const { subscription, log } = this.#options;
    const { signal } = this.#stopping;
    // Opened in every process, so that each can report the lag of the subscriber.
    let consumer: Consumer | undefined;
    while (!signal.aborted) {
      try {
        consumer ??= await this.#options.open();
        if (await subscription.lock.take()) await this.#work(consumer);
      } catch (error) {
        consumer = undefined;
        log.debug({ err: error, subscriber: subscription.name }, 'cannot fetch events');
      }
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Handles batches until the lock is lost or fetching fails. */
  async #work(consumer: Consumer): Promise<void> {
    let next: number | undefined;
    while (this.#mayContinue) {
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

  /** Extends the acknowledgement deadline of the events that this process has, as long as it holds the lock. */
  #signalProgress(held: ReadonlyMap<number, JsMsg>): void {
    if (this.#options.subscription.lock.isHeld) for (const message of held.values()) message.working();
  }

  get #mayContinue(): boolean {
    return !this.#stopping.signal.aborted && this.#options.subscription.lock.isHeld;
  }

  /**
   * Fetches one event, and then those available after it.
   * @param held the events by stream sequence; new ones are added
   * @param next the number of the next delivery if no other process received one; undefined after the lock was taken
   */
  async #gather(consumer: Consumer, held: Map<number, JsMsg>, next: number | undefined): Promise<void> {
    await this.#fetch(consumer, held, 1);
    const [first] = held.values();
    if (!first) return;
    const behind = Math.min(first.info.pending, MAX_BATCH - 1);
    if (behind > 0) await this.#fetch(consumer, held, behind);
    if (hasNumbersFrom(next, [...held.values()])) return;
    while (this.#mayContinue && (await consumer.info()).num_ack_pending > held.size)
      await this.#fetch(consumer, held, MAX_BATCH);
  }

  async #fetch(consumer: Consumer, held: Map<number, JsMsg>, atMost: number): Promise<void> {
    if (!this.#mayContinue) return;
    this.#messages = await consumer.fetch({ max_messages: atMost, expires: FETCH_MS });
    for await (const message of this.#messages) held.set(message.seq, message);
  }

  /** Returns whether all were handled; false if the lock was lost in the meantime. */
  async #handle(batch: readonly JsMsg[]): Promise<boolean> {
    const { subscription, log } = this.#options;
    let left = batch.flatMap((message) => this.#eventOf(message));
    for (let tries = 0; left.length > 0; tries++) {
      if (tries > 0) await this.#pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
      if (!this.#mayContinue) return false;
      try {
        const handled = await subscription.handle(left);
        left = left.filter(({ id }) => !handled.has(id));
      } catch (error) {
        log.warn({ err: error, subscriber: subscription.name, tries }, 'events not handled; trying again');
      }
    }
    for (const message of batch) message.ack();
    return true;
  }

  #eventOf(message: JsMsg): EventEnvelope[] {
    const envelope = eventOfMessage(message);
    if (!envelope) {
      const { subject, seq: sequence } = message;
      this.#options.log.error({ subject, sequence }, 'not an event of its subject; skipped');
    }
    return envelope && this.#options.subscription.types.includes(envelope.type) ? [envelope] : [];
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }
}

/** Whether the deliveries are numbered from `next` on without a gap. */
function hasNumbersFrom(next: number | undefined, messages: readonly JsMsg[]): boolean {
  const numbers = messages.map(({ info }) => info.deliverySequence);
  return Math.min(...numbers) === next && Math.max(...numbers) === next + messages.length - 1;
}

/**
 * How long a fetch waits. A process that hangs attracts events for so long, which are delivered again about when another
 * has its lock.
 */
const FETCH_MS = 2_000;
const PAUSE_MS = 500;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
