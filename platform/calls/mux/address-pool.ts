import { Code, ConnectError } from '@connectrpc/connect';
import { type ChannelCredentials, credentials as channelCredentials } from '@grpc/grpc-js';
import type { LinkCounts } from '../remote-transport.ts';
import { addressesOf, type Resolve, resolveByDns, type Target } from './address.ts';
import { MuxConnection } from './mux-connection.ts';
import type { MuxStream } from './mux-stream.ts';

export interface PoolOptions {
  readonly targets: readonly Target[];
  readonly resolve?: Resolve;
  readonly credentials?: ChannelCredentials | undefined;
  /** Called with the reason why an address cannot be reached, once per reason, until it was reached again. */
  readonly onUnreachable?: ((address: string, fault: string) => void) | undefined;
  /** The interval of name lookups, in milliseconds. */
  readonly resolveEveryMs?: number;
}

/** Connections to all addresses of a service, looked up periodically, and the choice between them. */
export class AddressPool {
  readonly #targets: readonly Target[];
  readonly #resolve: Resolve;
  readonly #credentials: ChannelCredentials;
  readonly #onUnreachable: (address: string, details: string) => void;
  readonly #connections = new Map<string, MuxConnection>();
  readonly #resolveEveryMs: number;
  #live: readonly MuxStream[] = [];
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #looked = false;
  #next = 0;
  #closed = false;

  constructor({ targets, resolve = resolveByDns, resolveEveryMs = RESOLVE_EVERY_MS, ...options }: PoolOptions) {
    const { credentials, onUnreachable } = options;
    this.#targets = targets;
    this.#resolve = resolve;
    this.#credentials = credentials ?? channelCredentials.createInsecure();
    this.#onUnreachable = (address, details) =>
      onUnreachable?.(address, connectionFault(details, credentials !== undefined));
    this.#resolveEveryMs = resolveEveryMs;
  }

  /**
   * The live stream with the fewest calls in flight; undefined while none is live but one may soon be, see {@link changed}. Throws a
   * ConnectError if no address answers.
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
  get addresses(): LinkCounts['addresses'] {
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

  /** At the first call: a process that never calls a service opens no connection to it. */
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
        onUnreachable: (details: string) => this.#onUnreachable(address, details),
      };
      this.#connections.set(address, new MuxConnection(address, name, this.#credentials, events));
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

/** The fault of an address at which no program listens. */
export const NO_LISTENER = 'nothing listens there';

/**
 * Why a connection to a service failed, as a clause that completes "it cannot be reached: …".
 * @param details gRPC's details of the failed call
 * @param isSecured whether this process uses TLS
 */
function connectionFault(details: string, isSecured: boolean): string {
  const known = KNOWN.find(([pattern]) => pattern.test(details));
  if (known) return known[1];
  // A server that rejects our certificate, or the lack of one, closes the connection without a reason.
  if (/Failed to connect|ECONNRESET|Connection dropped/.test(details))
    return isSecured
      ? 'it closes the connection: it may not trust our certificate (GRPC_TLS_CERT), or the certificate may have expired'
      : 'it closes the connection: it may require TLS (GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA)';
  return (/Last error: (.*?)(\. Resolution note|$)/s.exec(details)?.[1] ?? details).trim();
}

const KNOWN: readonly [pattern: RegExp, fault: string][] = [
  [/certificate has expired/, 'its certificate has expired'],
  [/certificate is not yet valid/, 'its certificate is not valid yet'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate has another name than the one by which we call it'],
  [
    /self-signed certificate|unable to (get|verify)/,
    'its certificate is not from an authority that we trust (GRPC_TLS_CA)',
  ],
  [/wrong version number|packet length too long/, 'it does not speak TLS, and we do'],
  [/Protocol error|no application protocol/, 'it does not speak gRPC: is it the port of Connect (CONNECT_PORT)?'],
  [/names no role/, 'it rejects our certificate, which names no role: spiffe://lyceum/… (GRPC_TLS_CERT)'],
  [/ECONNREFUSED/, NO_LISTENER],
];
