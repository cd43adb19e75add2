import { type ChannelCredentials, Client } from '@grpc/grpc-js';
import { channelOptions } from '../channel-options.ts';
import { MuxStream } from './mux-stream.ts';

/** `trying` until the first answer or failure of an attempt, `down` between attempts. */
type State = 'trying' | 'live' | 'down';

interface Events {
  /** Told of every change of the state. */
  onChange(state: State): void;
  /** Told why an attempt has failed, as gRPC says it; once for one reason, until the address was live again. */
  onUnreachable(details: string): void;
}

/** Keeps a stream of calls open to one address, and opens another when it ends. */
export class MuxConnection {
  readonly #client: Client;
  readonly #events: Events;
  #reportedReason: string | undefined;
  #stream: MuxStream;
  #state: State = 'trying';
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param name the name that the certificate of the address bears */
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

  /** Takes no more calls, and ends when those under way have. */
  retire(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#state === 'live') this.#stream.leave();
    else this.close();
  }

  /** Ends at once; calls under way fail. */
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
    // The same failure is told with another instant each time.
    const reason = details.replaceAll(/\d+/g, '');
    if (reason === this.#reportedReason) return;
    this.#reportedReason = reason;
    this.#events.onUnreachable(details);
  }
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
