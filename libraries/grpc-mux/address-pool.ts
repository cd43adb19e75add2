import { Code, ConnectError } from '@connectrpc/connect';
import { addressesOf, type Resolve, resolveByDns, type Target } from './address.ts';
import { type ConnectionOptions, type ConnectionState, MuxConnection } from './mux-connection.ts';
import type { MuxStream } from './mux-stream.ts';

export interface PoolOptions extends ConnectionOptions {
  readonly targets: readonly Target[];
  /** How names are looked up; by default all their addresses from the system's resolver. */
  readonly resolve?: Resolve;
  /** Called with gRPC's details when an address cannot be reached, once per reason, until it was reached again. */
  readonly onUnreachable?: ((address: string, details: string) => void) | undefined;
  /** The interval of name lookups, in milliseconds; 3,000 by default. */
  readonly resolveEveryMs?: number;
}

/**
 * Connections to all addresses of a service, looked up periodically, and the choice between them.
 *
 * The pool itself is in one of four states:
 *
 * - Unused: it has no connection and looks nothing up, so that a process that never calls a service opens no connection
 *   to it. The first {@link pick} starts the lookups.
 * - Looking: the first lookup is under way, so `pick` cannot know whether an address answers. It ends when that lookup
 *   has succeeded or failed.
 * - Known: the addresses of the last lookup that succeeded have a connection each. `pick` returns a live one. Without
 *   one, the caller waits while an address is being tried, and fails once all are down.
 * - Closed: for good, after {@link close}. Callers that wait are woken, pick again and fail.
 *
 * Each connection has a state of its own ({@link ConnectionState}): trying, live when the server has answered, down
 * when an attempt has failed or the stream has ended, and trying again after a pause.
 *
 * Only one lookup runs at a time. The timer starts one, and so does a connection that goes down, because its replica
 * may have moved. A lookup that ends after `close` has no effect. An address that a lookup no longer has is retired: it
 * gets no more calls, and those in flight end on it. `changed` wakes all that wait after any change, and may wake them
 * for nothing: each picks again.
 */
export class AddressPool {
  readonly #targets: readonly Target[];
  readonly #resolve: Resolve;
  readonly #options: PoolOptions;
  readonly #connections = new Map<string, MuxConnection>();
  readonly #resolveEveryMs: number;
  #live: readonly MuxStream[] = [];
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #looked = false;
  #next = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#targets = options.targets;
    this.#resolve = options.resolve ?? resolveByDns;
    this.#resolveEveryMs = options.resolveEveryMs ?? RESOLVE_EVERY_MS;
  }

  /**
   * The live stream with the fewest calls in flight; undefined while none is live but one may soon be, see
   * {@link changed}. Throws a ConnectError if no address answers.
   */
  pick(): MuxStream | undefined {
    if (this.#closed) throw new ConnectError('the transport is closed', Code.Unavailable);
    this.#begin();
    const live = this.#live;
    if (live.length === 0) {
      if (!this.#looked || this.addresses.trying > 0) return undefined;
      throw new ConnectError('no address of the service answers', Code.Unavailable);
    }
    // Starts with another one each time, so that idle replicas alternate.
    this.#next = (this.#next + 1) % live.length;
    let best = live[this.#next] as MuxStream;
    for (const stream of live) if (stream.inFlight < best.inFlight) best = stream;
    return best;
  }

  /** The number of addresses in each state. */
  get addresses(): Readonly<Record<ConnectionState, number>> {
    const counts = { live: 0, trying: 0, down: 0 };
    for (const { state } of this.#connections.values()) counts[state]++;
    return counts;
  }

  /** Resolves when a connection has changed. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
    this.#refreshLive();
  }

  #begin(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#look(), this.#resolveEveryMs);
    this.#timer.unref();
    this.#look();
  }

  #look(): void {
    this.#looking ??= this.#update().finally(() => {
      this.#looking = undefined;
    });
  }

  /** If a lookup fails, the known addresses stay: the resolver may be down, but the service up. */
  async #update(): Promise<void> {
    const addresses = await addressesOf(this.#targets, this.#resolve).catch(() => undefined);
    if (this.#closed) return;
    this.#looked = true;
    for (const [address, name] of addresses ?? []) {
      if (this.#connections.has(address)) continue;
      const events = {
        onChange: (state: string) => {
          if (state === 'down') this.#look();
          this.#refreshLive();
        },
        onUnreachable: (details: string) => this.#options.onUnreachable?.(address, details),
      };
      this.#connections.set(address, new MuxConnection(address, name, this.#options, events));
    }
    for (const [address, connection] of this.#connections) {
      if (!addresses || addresses.has(address)) continue;
      this.#connections.delete(address);
      connection.retire();
    }
    this.#refreshLive();
  }

  /** On every change: collects the live streams once, not for each call. */
  #refreshLive(): void {
    this.#live = [...this.#connections.values()].flatMap(({ state, stream }) => (state === 'live' ? [stream] : []));
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

const RESOLVE_EVERY_MS = 3_000;
