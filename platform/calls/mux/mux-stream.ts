import { Code, ConnectError } from '@connectrpc/connect';
import { type Client, type ClientDuplexStream, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { CallContext } from '../../core/call-context.ts';
import { timerMs } from '../../core/clock.ts';
import { writeContext } from '../metadata.ts';
import { fromFailure } from './failure.ts';
import { FrameWriter } from './frame-writer.ts';
import type { CallFrame, ReplyFrame, RequestFrames, ResponseFrames } from './frames.ts';
import { encodeRequest } from './request-codec.ts';
import { decodeResponse } from './response-codec.ts';

type Frame = { readonly call: CallFrame } | { readonly cancelled: number };

interface Pending {
  resolve(reply: ReplyFrame): void;
  reject(error: ConnectError): void;
}

interface Events {
  /** The service takes calls. */
  onLive(): void;
  /** The service takes no more calls on this stream. */
  onLeaving(): void;
  /** The stream has ended, whyever; its calls have failed as unavailable. @param details what gRPC says, of an end that was none of ours */
  onEnd(details: string | undefined): void;
}

/** The caller's end of one stream of calls. */
export class MuxStream {
  readonly #stream: ClientDuplexStream<RequestFrames, ResponseFrames>;
  readonly #writer: FrameWriter<Frame>;
  readonly #pending = new Map<number, Pending>();
  readonly #events: Events;
  #lastId = 0;
  #ending = false;
  #ended = false;

  constructor(client: Client, events: Events) {
    this.#events = events;
    this.#stream = client.makeBidiStreamRequest(
      '/lyceum.rpc.v1.Mux/Calls',
      encodeRequest,
      decodeResponse,
      new Metadata(),
    );
    this.#writer = new FrameWriter((frames, done) => this.#stream.write(requestOf(frames), done));
    this.#stream.on('metadata', () => events.onLive());
    this.#stream.on('data', (response) => this.#take(response));
    this.#stream.on('error', (error: ServiceError) => this.#end(error));
    this.#stream.on('end', () => this.#end(undefined));
  }

  /** Calls that wait for their replies. */
  get inFlight(): number {
    return this.#pending.size;
  }

  /** Sends a call. Throws ConnectErrors: of the callee, or what became of the call. */
  call(method: string, payload: Uint8Array, context: CallContext): Promise<ReplyFrame> {
    if (this.#ended) throw unavailable(undefined);
    if (!this.#writer.isIdle && this.#writer.bytes + payload.length > UNSENT_BYTES_AT_MOST) {
      throw new ConnectError('too much waits to be sent already', Code.ResourceExhausted);
    }
    return new Promise((resolve, reject) => {
      const { signal } = context;
      const id = this.#newId();
      const remaining = timerMs(context.deadline);
      const call = {
        id,
        method,
        timeoutMs: Math.ceil(remaining),
        metadata: writeContext(context),
        payload,
      };
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
      const timer = setTimeout(
        () => giveUp(new ConnectError('the deadline has passed', Code.DeadlineExceeded)),
        remaining,
      );
      const onAbort = () => giveUp(new ConnectError('the caller is gone', Code.Canceled));
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
      this.#writer.push(frame, payload.length + FRAME_BYTES);
    });
  }

  /** Takes no more calls, and ends when those under way have. */
  leave(): void {
    this.#ending = true;
    this.#endWhenDone();
  }

  /** Ends at once; calls under way fail. */
  cancel(): void {
    this.#stream.cancel();
  }

  #newId(): number {
    do this.#lastId = (this.#lastId + 1) >>> 0;
    while (this.#lastId === 0 || this.#pending.has(this.#lastId));
    return this.#lastId;
  }

  #take({ replies, leaving }: ResponseFrames): void {
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

function requestOf(frames: readonly Frame[]): RequestFrames {
  const calls: CallFrame[] = [];
  const cancelled: number[] = [];
  for (const frame of frames) {
    if ('call' in frame) calls.push(frame.call);
    else cancelled.push(frame.cancelled);
  }
  return { calls, cancelled };
}

/** What the call has done nobody knows. */
function unavailable(cause: Error | undefined): ConnectError {
  return new ConnectError('the stream of the call is broken', Code.Unavailable, undefined, undefined, cause);
}

/** Calls that wait to be sent, because the service does not read, in bytes; a single one may be larger. */
const UNSENT_BYTES_AT_MOST = 32 * 1024 * 1024;
/** What stands around a payload, about. */
const FRAME_BYTES = 320;
const CANCEL_BYTES = 6;
