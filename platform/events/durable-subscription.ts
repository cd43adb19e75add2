import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Logger } from '../observability/log.ts';
import type { Subscription } from './bus.ts';
import { eventOfMessage } from './event-of-message.ts';
import { ACK_WAIT_MS } from './event-stream.ts';
import { lineOfEvent } from './line-of-event.ts';

interface Options {
  readonly subscription: Subscription;
  readonly log: Logger;
  /** Finds the consumer; throws while that is not possible. */
  readonly open: () => Promise<Consumer>;
}

/**
 * One process's part of a durable subscription: fetches an event, handles it, acknowledges it, and fetches the next. A failed event is delivered
 * again after a growing pause. While an event is being handled, its acknowledgement deadline is extended; if the process dies or hangs, the
 * server delivers the event to another process.
 */
export class DurableSubscription {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #consumer: Consumer | undefined;
  #messages: ConsumerMessages | undefined;
  #handling: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Tries once to open the consumer, and continues in the background. */
  async start(): Promise<void> {
    await this.#open();
    void this.#loop();
  }

  /** Waits for the event being handled. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#handling;
    this.#messages?.stop();
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (this.#consumer || (await this.#open())) await this.#consume();
      this.#consumer = undefined;
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Handles events until fetching fails. */
  async #consume(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      this.#messages = await this.#consumer?.consume(CONSUME_OPTIONS);
      for await (const message of this.#messages ?? []) {
        if (signal.aborted) return message.nak();
        this.#handling = this.#take(message);
        await this.#handling;
      }
    } catch (error) {
      if (!signal.aborted) this.#options.log.debug({ err: error }, 'cannot fetch events');
    }
  }

  async #open(): Promise<boolean> {
    try {
      this.#consumer = await this.#options.open();
      return true;
    } catch (error) {
      const { log, subscription } = this.#options;
      log.debug({ err: error, subscriber: subscription.name }, 'the consumer could not be opened');
      return false;
    }
  }

  async #take(message: JsMsg): Promise<void> {
    const { subscription, log } = this.#options;
    const envelope = eventOfMessage(message);
    if (!envelope) {
      log.error({ subject: message.subject, sequence: message.seq }, 'not an event of its subject; skipped');
      return message.term();
    }
    if (!subscription.types.includes(envelope.type)) return message.ack();
    const alive = setInterval(() => message.working(), ACK_WAIT_MS / 4);
    try {
      await subscription.handle(envelope);
      message.ack();
    } catch (error) {
      const tries = message.info.deliveryCount;
      log.warn(
        { err: error, subscriber: subscription.name, ...lineOfEvent(envelope), tries },
        'event not handled; trying again',
      );
      message.nak(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
    } finally {
      clearInterval(alive);
    }
  }
}

/** Fetches some events, delivered one by one as they are handled. The wait is short, so that a process that hangs does not attract events for long. */
const CONSUME_OPTIONS = { max_messages: 20, expires: 3_000, abort_on_missing_resource: true };
const PAUSE_MS = 500;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
