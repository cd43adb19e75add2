import { type ChannelCredentials, type ChannelOptions, Client } from '@grpc/grpc-js';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_CHANNEL_MESSAGE_BYTES } from '../message-limits.ts';
import { MuxStream } from './mux-stream.ts';

/** `trying` until the first response or failure of an attempt, `down` between attempts. */
type State = 'trying' | 'live' | 'down';

interface Events {
  /** Called on every change of the state. */
  onChange(state: State): void;
  /** Called with gRPC's details of a failed attempt; once per reason, until the address was live again. */
  onUnreachable(details: string): void;
}

/** Keeps a stream of calls open to one address, and opens a new one when it ends. */
export class MuxConnection {
  readonly #client: Client;
  readonly #events: Events;
  #reportedReason: string | undefined;
  #stream: MuxStream;
  #state: State = 'trying';
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param name the name in the certificate of the address */
  constructor(address: string, name: string, credentials: ChannelCredentials, events: Events) {
    this.#events = events;
    this.#client = new Client(address, credentials, {
      ...channelOptions,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.ssl_target_name_override': name,
      'grpc.default_authority': name,
    });
    this.#stream = this.#open();
  }

  get state(): State {
    return this.#state;
  }

  get stream(): MuxStream {
    return this.#stream;
  }

  /** Accepts no more calls, and closes when those in flight have ended. */
  retire(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#state === 'live') this.#stream.leave();
    else this.close();
  }

  /** Closes at once; calls in flight fail. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#stream.cancel();
    this.#client.close();
  }

  #open(): MuxStream {
    const stream: MuxStream = new MuxStream(this.#client, {
      onLive: () => {
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#reportedReason = undefined;
        this.#become('live');
      },
      onLeaving: () => {
        stream.leave();
        if (!this.#closed && stream === this.#stream) this.#retry();
      },
      onEnd: (details) => {
        if (this.#closed) return this.#client.close();
        if (this.#state === 'trying' && details !== undefined) this.#reportUnreachable(details);
        if (stream === this.#stream && this.#timer === undefined) this.#retry();
      },
    });
    return stream;
  }

  #retry(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#state = 'trying';
      this.#stream = this.#open();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#become('down');
  }

  #become(state: State): void {
    this.#state = state;
    this.#events.onChange(state);
  }

  #reportUnreachable(details: string): void {
    // The message of the same failure contains a different time each time.
    const reason = details.replaceAll(/\d+/g, '');
    if (reason === this.#reportedReason) return;
    this.#reportedReason = reason;
    this.#events.onUnreachable(details);
  }
}

/** Options of every channel to a service of the installation. */
export const channelOptions: ChannelOptions = {
  // HTTP proxies do not apply between the services of an installation.
  'grpc.enable_http_proxy': 0,
  // Reconnects soon after a long outage of a service.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  // Detects a machine that disappears without closing its connections.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_receive_message_length': MAX_CHANNEL_MESSAGE_BYTES,
  'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
};

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
