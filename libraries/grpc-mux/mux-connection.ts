import { type ChannelCredentials, Client, credentials } from '@grpc/grpc-js';
import { clientOptions } from './channel-options.ts';
import { MuxStream } from './mux-stream.ts';

/** `trying` until the first response or failure of an attempt, `down` between attempts. */
export type ConnectionState = 'trying' | 'live' | 'down';

export interface ConnectionOptions {
  /** The path of the method that carries the calls, the same as the server's: `/shop.v1.Mux/Calls`. */
  readonly path: string;
  /** The largest message of a call, in bytes. */
  readonly maxMessageBytes: number;
  /** If absent, connections are not encrypted. */
  readonly credentials?: ChannelCredentials | undefined;
}

interface Events {
  /** Called on every change of the state. */
  onChange(state: ConnectionState): void;
  /** Called with gRPC's details of a failed attempt; once per reason, until the address was live again. */
  onUnreachable(details: string): void;
}

/** Keeps a stream of calls open to one address, and opens a new one when it ends. */
export class MuxConnection {
  readonly #client: Client;
  readonly #path: string;
  readonly #events: Events;
  #reportedReason: string | undefined;
  #stream: MuxStream;
  #state: ConnectionState = 'trying';
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param name the name in the certificate of the address */
  constructor(address: string, name: string, options: ConnectionOptions, events: Events) {
    this.#path = options.path;
    this.#events = events;
    this.#client = new Client(address, options.credentials ?? credentials.createInsecure(), {
      ...clientOptions(options.maxMessageBytes),
      'grpc.use_local_subchannel_pool': 1,
      'grpc.ssl_target_name_override': name,
      'grpc.default_authority': name,
    });
    this.#stream = this.#open();
  }

  get state(): ConnectionState {
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
    const stream: MuxStream = new MuxStream(this.#client, this.#path, {
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

  #become(state: ConnectionState): void {
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

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
