import type { ConnectError } from '@connectrpc/connect';
import { Metadata, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { deadlineIn } from './deadline.ts';
import { FrameWriter } from './frame-writer.ts';
import {
  type Metadata as Entries,
  frameBytes,
  newFailedReply,
  newReply,
  newResponse,
  toEntries,
  toFailure,
} from './frames.ts';
import type { Call, CallsRequest, CallsResponse, Reply } from './gen/mux/v1/mux_pb.ts';

/** A call that a server receives. */
export interface MuxCall {
  /** `/shop.v1.Orders/GetOrder` */
  readonly method: string;
  /** The encoded request. */
  readonly payload: Uint8Array;
  readonly metadata: { get(name: string): string | null };
  /** When its caller stops waiting: epoch milliseconds of this machine's clock. */
  readonly deadline: number;
  /** Aborted when its caller is gone. */
  readonly signal: AbortSignal;
}

/** The answer to a call that succeeded. */
export interface MuxAnswer {
  /** The encoded response. */
  readonly payload: Uint8Array;
  readonly metadata: Entries;
}

/** Answers a call. Rejects with a ConnectError, whose code, message and details its caller gets; with nothing else. */
export type MuxHandler = (call: MuxCall) => Promise<MuxAnswer>;

interface Callee {
  readonly handler: MuxHandler;
  readonly maxCallMs: number;
}

/** A call that has arrived but not started. */
interface Arrived {
  readonly call: Call;
  readonly deadline: number;
}

/**
 * The server's end of one stream of calls. Calls start while the number in flight and the unread replies are below
 * their limits; beyond that the stream is not read, so that a slow reader only blocks itself, and costs no memory.
 */
export class MuxSession {
  readonly #stream: ServerDuplexStream<CallsRequest | Error, CallsResponse>;
  readonly #handler: MuxHandler;
  readonly #maxCallMs: number;
  readonly #writer: FrameWriter<Reply>;
  readonly #underWay = new Map<number, AbortController>();
  #arrived: Arrived[] = [];
  #callerIsDone = false;

  constructor(
    stream: ServerDuplexStream<CallsRequest | Error, CallsResponse>,
    { handler, maxCallMs }: Callee,
    onEnd: () => void,
  ) {
    this.#stream = stream;
    this.#handler = handler;
    this.#maxCallMs = maxCallMs;
    this.#writer = new FrameWriter(
      (replies, done) => stream.write(newResponse({ replies: [...replies], leaving: false }), done),
      () => this.#resume(),
    );
    // Signals the caller that the stream is open.
    stream.sendMetadata(new Metadata());
    stream.on('data', (request) => {
      if (request instanceof Error) stream.emit('error', INVALID_MESSAGE);
      else this.#take(request);
    });
    stream.on('end', () => {
      this.#callerIsDone = true;
      this.#resume();
    });
    stream.on('error', () => this.#abortAll());
    stream.on('cancelled', () => this.#abortAll());
    stream.on('close', () => {
      this.#abortAll();
      onEnd();
    });
  }

  /** Asks the caller to end the stream when it has received all replies. */
  leave(): void {
    this.#stream.write(newResponse({ replies: [], leaving: true }));
  }

  #take({ calls, cancelled }: CallsRequest): void {
    const longest = this.#maxCallMs;
    for (const call of calls)
      this.#arrived.push({ call, deadline: deadlineIn(Math.min(call.timeoutMs || longest, longest)) });
    for (const id of cancelled) {
      this.#arrived = this.#arrived.filter(({ call }) => call.id !== id);
      this.#underWay.get(id)?.abort();
    }
    this.#resume();
  }

  /** Starts calls within the limits, resumes reading when none wait, and ends the stream when nothing is left to do. */
  #resume(): void {
    while (this.#underWay.size < MAX_CALLS && this.#writer.bytes < MAX_UNREAD_BYTES) {
      const next = this.#arrived.shift();
      if (!next) break;
      void this.#begin(next);
    }
    if (this.#arrived.length > 0) this.#stream.pause();
    else if (this.#stream.isPaused()) this.#stream.resume();
    else if (this.#callerIsDone && this.#underWay.size === 0 && this.#writer.isIdle) this.#stream.end();
  }

  async #begin({ call, deadline }: Arrived): Promise<void> {
    const { id, method, payload } = call;
    const ended = new AbortController();
    this.#underWay.set(id, ended);
    const reply = await this.#handler({
      method,
      payload,
      metadata: { get: (name) => call.metadata.find((entry) => entry.name === name)?.value ?? null },
      deadline,
      signal: ended.signal,
    }).then(
      (written) => newReply(id, toEntries(written.metadata), written.payload),
      (error: ConnectError) => newFailedReply(id, toFailure(error)),
    );
    this.#underWay.delete(id);
    // An aborted call has no caller, and its id may already be reused.
    if (!ended.signal.aborted) this.#writer.push(reply, frameBytes(reply));
    this.#resume();
  }

  #abortAll(): void {
    this.#arrived = [];
    this.#writer.clear();
    for (const ended of this.#underWay.values()) ended.abort();
  }
}

/** Ends a stream with invalid messages. */
const INVALID_MESSAGE = { code: status.INVALID_ARGUMENT, details: 'the message is not a CallsRequest' };
/** The most calls in flight on one stream. */
const MAX_CALLS = 1_000;
/** The limit of unread replies in bytes; replies of calls in flight can exceed it. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
