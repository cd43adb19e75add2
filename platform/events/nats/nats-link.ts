import { setTimeout as delay } from 'node:timers/promises';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.ts';
import { type NatsAddress, natsServers } from './nats-servers.ts';

export interface NatsLinkOptions extends NatsAddress {
  /** Shown in the server's list of connections. */
  readonly name: string;
  readonly log: Logger;
}

/**
 * The process's way to NATS, which may be away at any time, at the start too: nobody waits for it. It is sought without end, and what is
 * lost and found again is said in the log once each time.
 */
export class NatsLink {
  readonly #options: NatsLinkOptions;
  readonly #listeners = new Set<(connection: NatsConnection) => void>();
  readonly #closing = new AbortController();
  #connection: NatsConnection | null = null;
  #isUp = false;
  #loggedDown = false;

  private constructor(options: NatsLinkOptions) {
    this.#options = options;
  }

  /** Resolves after the first attempt, be it in vain: then the seeking goes on. */
  static async open(options: NatsLinkOptions): Promise<NatsLink> {
    const link = new NatsLink(options);
    if (!(await link.#connect())) void link.#seek();
    return link;
  }

  /** The connection, or null while there is none that works. What is published meanwhile would be kept in memory, out of anyone's sight. */
  get connection(): NatsConnection | null {
    return this.#isUp ? this.#connection : null;
  }

  /** Hears of the connection, now if there is one, and whenever it is there again: what was published in between has passed unheard. */
  onConnect(listener: (connection: NatsConnection) => void): () => void {
    this.#listeners.add(listener);
    if (this.connection) listener(this.connection);
    return () => this.#listeners.delete(listener);
  }

  /** Sends what is still on its way, as far as the server takes it, and ends. */
  async close(): Promise<void> {
    this.#closing.abort();
    const connection = this.#connection;
    if (!connection) return;
    if (this.#isUp)
      await Promise.race([connection.flush(), delay(FLUSH_TIMEOUT_MS, undefined, { ref: false })]).catch(
        () => undefined,
      );
    this.#isUp = false;
    await connection.close().catch(() => undefined);
  }

  async #connect(): Promise<boolean> {
    try {
      const connection = await connect({ ...natsServers(this.#options), ...SETTINGS, name: this.#options.name });
      if (this.#closing.signal.aborted) {
        await connection.close();
        return true;
      }
      this.#connection = connection;
      void this.#watch(connection);
      this.#up(connection);
      return true;
    } catch (error) {
      this.#down(error);
      return false;
    }
  }

  async #seek(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await delay(SEEK_EVERY_MS, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
      if (this.#closing.signal.aborted || (await this.#connect())) return;
    }
  }

  /** The connection renews itself; one that is closed for good, by whatever cause, is replaced. */
  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') this.#down(new Error(type));
      if (type === 'reconnect') this.#up(connection);
    }
    if (this.#closing.signal.aborted) return;
    this.#down(new Error('the connection was closed'));
    await this.#seek();
  }

  #up(connection: NatsConnection): void {
    this.#isUp = true;
    if (this.#loggedDown) this.#options.log.info({ server: connection.getServer() }, 'NATS is back');
    this.#loggedDown = false;
    for (const listener of this.#listeners) listener(connection);
  }

  #down(error: unknown): void {
    this.#isUp = false;
    if (this.#loggedDown || this.#closing.signal.aborted) return;
    this.#loggedDown = true;
    this.#options.log.warn({ err: error }, 'NATS is away: events wait until it is back');
  }
}

const SETTINGS: ConnectionOptions = {
  timeout: 2_000,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 250,
  // A server that hangs answers no ping, and is given up for the next one.
  pingInterval: 2_000,
  maxPingOut: 2,
  ignoreAuthErrorAbort: true,
};
const SEEK_EVERY_MS = 500;
const FLUSH_TIMEOUT_MS = 1_000;
