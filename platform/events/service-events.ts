import type { Consumer, Listener } from '../handler/consume.ts';
import type { Runtime } from '../handler/runtime.ts';
import type { EventBus } from './bus.ts';
import { subscribeConsumers } from './inbox/deliver.ts';
import { Replayer } from './inbox/replayer.ts';
import { Reconciler } from './outbox/reconciler.ts';
import { Relay } from './outbox/relay.ts';

interface Subscribers {
  readonly consumers: readonly Consumer[];
  readonly listeners?: readonly Listener[];
}

/** A running service's events: publishes its outbox, and delivers those of others to consumers and listeners. */
export class ServiceEvents {
  readonly #runtime: Runtime;
  readonly #bus: EventBus;
  readonly #subscribers: Subscribers;
  readonly #relay: Relay;
  readonly #reconciler: Reconciler;
  readonly #replayer: Replayer;
  #unsubscribe: (() => Promise<void>) | undefined;
  #endWakes: (() => void) | undefined;

  constructor(runtime: Runtime, bus: EventBus, { consumers, listeners = [] }: Subscribers) {
    this.#runtime = runtime;
    this.#bus = bus;
    this.#relay = new Relay({ ...runtime, bus, onActive: () => void this.#reconciler.compare() });
    this.#reconciler = new Reconciler(runtime, this.#relay);
    this.#replayer = new Replayer(runtime, consumers);
    this.#subscribers = { consumers, listeners: [...listeners, this.#reconciler] };
  }

  /** How many events the bus has accepted, and how many of these this process has found lost. */
  get counts(): { readonly published: number; readonly lost: number } {
    return { published: this.#relay.published, lost: this.#reconciler.lost };
  }

  async start(): Promise<void> {
    this.#unsubscribe = await subscribeConsumers(this.#runtime, this.#subscribers, this.#bus);
    this.#replayer.start();
    this.#relay.start();
    // Only the active one: those of other processes would wake it in turn.
    this.#endWakes = this.#bus.onWakeRelay(this.#runtime.service, () => this.#relay.isActive && this.#relay.wake());
    this.#reconciler.start();
  }

  /** There are events to publish. */
  wake(): void {
    this.#relay.wake();
  }

  /** Publishes the last events that the bus accepts, and keeps consuming. */
  async drain(): Promise<void> {
    this.#reconciler.stop();
    this.#endWakes?.();
    await this.#relay.stop();
  }

  /** Stops consuming. */
  async stop(): Promise<void> {
    await Promise.all([this.#unsubscribe?.(), this.#replayer.stop()]);
  }
}
