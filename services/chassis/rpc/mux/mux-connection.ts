import { type ChannelCredentials, Client } from '@grpc/grpc-js';
import { channelOptions } from '../channel-options.ts';
import { MuxStream } from './mux-stream.ts';

/** `trying` until the first answer or failure of an attempt, `down` between attempts. */
type State = 'trying' | 'live' | 'down';

/** Keeps a stream of calls open to one address, and opens another when it ends. */
export class MuxConnection {
  readonly #client: Client;
  readonly #onChange: (state: State) => void;
  #stream: MuxStream;
  #state: State = 'trying';
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param name the name that the certificate of the address bears
   * @param onChange told of every change of the state
   */
  constructor(address: string, name: string, credentials: ChannelCredentials, onChange: (state: State) => void) {
    this.#onChange = onChange;
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
        this.#become('live');
      },
      onLeaving: () => {
        stream.leave();
        if (!this.#closed && stream === this.#stream) this.#retry();
      },
      onEnd: () => {
        if (this.#closed) this.#client.close();
        else if (stream === this.#stream && this.#timer === undefined) this.#retry();
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
    this.#onChange(state);
  }
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
