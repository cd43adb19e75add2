import { setTimeout as delay } from 'node:timers/promises';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.ts';

export interface NatsLinkOptions extends NatsAddress {
  /** Shown in the server's list of connections. */
  readonly name: string;
  readonly log: Logger;
}

/**
 * The connection of the process to NATS. NATS can be unavailable at any time, even at the start: nothing waits for it.
 * The link reconnects without an end, and logs each loss and each reconnection once.
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

  /** Resolves after the first attempt; if it fails, retries in the background. */
  static async open(options: NatsLinkOptions): Promise<NatsLink> {
    const link = new NatsLink(options);
    if (!(await link.#connect())) void link.#seek();
    return link;
  }

  /** The connection, or null while it is down: the client library would buffer publications out of our control. */
  get connection(): NatsConnection | null {
    return this.#isUp ? this.#connection : null;
  }

  /** Calls back with the connection, now if it is up, and after every reconnection: events in between were missed. */
  onConnect(listener: (connection: NatsConnection) => void): () => void {
    this.#listeners.add(listener);
    if (this.connection) listener(this.connection);
    return () => this.#listeners.delete(listener);
  }

  /** Flushes pending messages if the server accepts them, and closes the connection. */
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

  /** The client library reconnects; a connection closed for good, for whatever reason, is replaced. */
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
    if (this.#loggedDown) this.#options.log.info({ server: connection.getServer() }, 'NATS is available again');
    this.#loggedDown = false;
    for (const listener of this.#listeners) listener(connection);
  }

  #down(error: unknown): void {
    this.#isUp = false;
    if (this.#loggedDown || this.#closing.signal.aborted) return;
    this.#loggedDown = true;
    this.#options.log.warn({ err: error }, 'NATS is unavailable: events wait until it is available again');
  }
}

const SETTINGS: ConnectionOptions = {
  timeout: 2_000,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 250,
  // A server that hangs answers no ping; the client then tries the next one.
  pingInterval: 2_000,
  maxPingOut: 2,
  ignoreAuthErrorAbort: true,
  // Otherwise the client makes two stack traces for each request.
  noAsyncTraces: true,
};
const SEEK_EVERY_MS = 500;
const FLUSH_TIMEOUT_MS = 1_000;

/** The address of NATS, and the authorities to trust. */
export interface NatsAddress {
  /**
   * `nats://user:password@host:4222`, or `tls://…` for TLS; several separated by commas, with the credentials of the
   * first for all.
   */
  readonly url: string;
  /** Certificates of the trusted authorities, PEM; by default those that Node trusts. Only used with TLS. */
  readonly ca?: string | undefined;
}

/** The options of the client library for an address. */
export function natsServers({
  url,
  ca,
}: NatsAddress): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'> {
  const urls = url.split(',').map((each) => new URL(each.trim()));
  const [first] = urls;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    servers: urls.map(({ host }) => host),
    ...(user !== '' && pass !== '' ? { user, pass } : {}),
    ...(user !== '' && pass === '' ? { token: user } : {}),
    ...(first?.protocol === 'tls:' ? { tls: ca === undefined ? {} : { ca } } : {}),
  };
}
