import { Code, ConnectError } from '@connectrpc/connect';
import { type Client, type ClientDuplexStream, Metadata, type ServiceError } from '@grpc/grpc-js';
import { callerGone, deadlinePassed, timeoutMs, timerMs, type Until } from './deadline.ts';
import { FrameWriter } from './frame-writer.ts';
import {
  definitionOf,
  type Metadata as Entries,
  frameBytes,
  fromFailure,
  newCall,
  newRequest,
  toEntries,
} from './frames.ts';
import type { Call, CallsRequest, CallsResponse, Reply } from './gen/mux/v1/mux_pb.ts';

type Frame = { readonly call: Call } | { readonly cancelled: number };

interface Pending {
  resolve(reply: Reply): void;
  reject(error: ConnectError): void;
}

interface Events {
  /** The server accepts calls. */
  onLive(): void;
  /** The server accepts no more calls on this stream. */
  onLeaving(): void;
  /**
   * The stream has ended, for whatever reason; its calls have failed as unavailable.
   * @param details gRPC's details, unless this end closed it
   */
  onEnd(details: string | undefined): void;
}

/** The caller's end of one stream of calls. */
export class MuxStream {
  readonly #stream: ClientDuplexStream<CallsRequest, CallsResponse>;
  readonly #writer: FrameWriter<Frame>;
  readonly #pending = new Map<number, Pending>();
  readonly #events: Events;
  #lastId = 0;
  #ending = false;
  #ended = false;

  constructor(client: Client, path: string, events: Events) {
    this.#events = events;
    const { requestSerialize, responseDeserialize } = definitionOf(path);
    this.#stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, new Metadata());
    this.#writer = new FrameWriter((frames, done) => this.#stream.write(requestOf(frames), done));
    this.#stream.on('metadata', () => events.onLive());
    this.#stream.on('data', (response) => this.#take(response));
    this.#stream.on('error', (error: ServiceError) => this.#end(error));
    this.#stream.on('end', () => this.#end(undefined));
  }

  /** The number of calls that wait for their replies. */
  get inFlight(): number {
    return this.#pending.size;
  }

  /** Sends a call. Throws ConnectErrors of the callee or of the connection. */
  call(method: string, payload: Uint8Array, entries: Entries, { deadline, signal }: Until): Promise<Reply> {
    if (this.#ended) throw unavailable(undefined);
    if (!this.#writer.isIdle && this.#writer.bytes + payload.length > MAX_UNSENT_BYTES) {
      throw new ConnectError('too many bytes already wait to be sent', Code.ResourceExhausted);
    }
    return new Promise((resolve, reject) => {
      const id = this.#newId();
      const call = newCall({ id, method, timeoutMs: timeoutMs(deadline), metadata: toEntries(entries), payload });
      const frame = { call };
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#pending.delete(id);
      };
      const giveUp = (error: ConnectError) => {
        settle();
        if (!this.#writer.remove(frame) && !this.#ended) this.#writer.push({ cancelled: id }, CANCEL_BYTES);
        this.#endWhenDone();
        reject(error);
      };
      const timer = setTimeout(() => giveUp(deadlinePassed()), timerMs(deadline));
      const onAbort = () => giveUp(callerGone());
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, {
        resolve: (reply) => {
          settle();
          resolve(reply);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      this.#writer.push(frame, frameBytes(call));
    });
  }

  /** Accepts no more calls, and ends when those in flight have ended. */
  leave(): void {
    this.#ending = true;
    this.#endWhenDone();
  }

  /** Ends at once; calls in flight fail. */
  cancel(): void {
    this.#stream.cancel();
  }

  #newId(): number {
    do this.#lastId = (this.#lastId + 1) >>> 0;
    while (this.#lastId === 0 || this.#pending.has(this.#lastId));
    return this.#lastId;
  }

  #take({ replies, leaving }: CallsResponse): void {
    for (const reply of replies) {
      const pending = this.#pending.get(reply.id);
      if (reply.failure) pending?.reject(fromFailure(reply.failure));
      else pending?.resolve(reply);
    }
    if (leaving) this.#events.onLeaving();
    this.#endWhenDone();
  }

  #endWhenDone(): void {
    if (this.#ending && this.#pending.size === 0 && !this.#ended) this.#stream.end();
  }

  #end(error: ServiceError | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#writer.clear();
    for (const pending of [...this.#pending.values()]) pending.reject(unavailable(error));
    this.#events.onEnd(error?.details);
  }
}

function requestOf(frames: readonly Frame[]): CallsRequest {
  const calls: Call[] = [];
  const cancelled: number[] = [];
  for (const frame of frames) {
    if ('call' in frame) calls.push(frame.call);
    else cancelled.push(frame.cancelled);
  }
  return newRequest({ calls, cancelled });
}

/** It is unknown whether the call took effect. */
function unavailable(cause: Error | undefined): ConnectError {
  return new ConnectError('the stream of the call is broken', Code.Unavailable, undefined, undefined, cause);
}

/** The limit of unsent calls in bytes, while the server does not read; a single call can be larger. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024;
const CANCEL_BYTES = 6;
