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
  /** Finds the consumer; throws while that cannot be done. */
  readonly open: () => Promise<Consumer>;
}

/**
 * One process's part of a durable subscription: asks for an event, handles it, says so, and asks for the next. An event that is not handled
 * comes again, after a pause that grows; while it is handled, the server is told so, and of a process that dies or hangs it hears nothing and
 * gives the event to another.
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

  /** Tries to open the consumer, and goes on from there. */
  async start(): Promise<void> {
    await this.#open();
    void this.#loop();
  }

  /** Waits for the event that is being handled. */
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

  /** Takes events until there is no more way to them. */
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
      if (!signal.aborted) this.#options.log.debug({ err: error }, 'no events can be asked for');
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
      log.error({ subject: message.subject, sequence: message.seq }, 'not an event of its subject, and left out');
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
        'event not handled, it comes again',
      );
      message.nak(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
    } finally {
      clearInterval(alive);
    }
  }
}

/** A question for some events, which come one by one, as they are handled. It waits a short time, so that a process that hangs does not draw events for long. */
const CONSUME_OPTIONS = { max_messages: 20, expires: 3_000, abort_on_missing_resource: true };
const PAUSE_MS = 500;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
