import { ConnectError } from '@connectrpc/connect';
import { Metadata, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { deadlineAfter } from '../../core/clock.ts';
import { refuse } from '../../core/errors/refusal.ts';
import { toStatus } from '../../core/errors/status.ts';
import { LARGE_MESSAGE_BYTES, turns } from '../../core/turns.ts';
import { encodeReply } from '../encode-reply.ts';
import type { IdentityVerifier } from '../identity/identity-verifier.ts';
import { CALL_MS_AT_MOST } from '../message-limits.ts';
import { readContext, writeReplyMetadata } from '../metadata.ts';
import type { Peer } from '../peer.ts';
import { readRequest } from '../read-request.ts';
import type { ServedMethod } from '../served-methods.ts';
import { toFailure } from './failure.ts';
import { FrameWriter } from './frame-writer.ts';
import type { CallFrame, ReplyFrame, RequestFrames, ResponseFrames } from './frames.ts';

/** What answers on a stream. */
interface MuxCallee {
  readonly served: ReadonlyMap<string, ServedMethod>;
  readonly verifier: IdentityVerifier;
  /** The other end of the stream. */
  readonly peer: Peer;
}

/** A call that has arrived and not begun. */
interface Arrived {
  readonly call: CallFrame;
  readonly deadline: number;
}

/**
 * The service's end of one stream of calls. Calls begin while few are under way and their replies are taken; beyond that the stream is not
 * read, so that a caller who is slow to read holds up himself alone, and costs no memory.
 */
export class MuxSession {
  readonly #stream: ServerDuplexStream<RequestFrames | Error, ResponseFrames>;
  readonly #served: ReadonlyMap<string, ServedMethod>;
  readonly #verifier: IdentityVerifier;
  readonly #peer: Peer;
  readonly #writer: FrameWriter<ReplyFrame>;
  readonly #underWay = new Map<number, AbortController>();
  #arrived: Arrived[] = [];
  #callerIsDone = false;

  constructor(
    stream: ServerDuplexStream<RequestFrames | Error, ResponseFrames>,
    { served, verifier, peer }: MuxCallee,
    onEnd: () => void,
  ) {
    this.#stream = stream;
    this.#served = served;
    this.#verifier = verifier;
    this.#peer = peer;
    this.#writer = new FrameWriter(
      (replies, done) => stream.write({ replies, leaving: false }, done),
      () => this.#goOn(),
    );
    // Tells the caller that the stream is open.
    stream.sendMetadata(new Metadata());
    stream.on('data', (request) => {
      if (request instanceof Error) stream.emit('error', NO_FRAMES);
      else this.#take(request);
    });
    stream.on('end', () => {
      this.#callerIsDone = true;
      this.#goOn();
    });
    stream.on('error', () => this.#abandon());
    stream.on('cancelled', () => this.#abandon());
    stream.on('close', () => {
      this.#abandon();
      onEnd();
    });
  }

  /** Asks the caller to end the stream when he has his replies. */
  leave(): void {
    this.#stream.write({ replies: [], leaving: true });
  }

  #take({ calls, cancelled }: RequestFrames): void {
    for (const call of calls) {
      this.#arrived.push({
        call,
        deadline: deadlineAfter(Math.min(call.timeoutMs || CALL_MS_AT_MOST, CALL_MS_AT_MOST)),
      });
    }
    for (const id of cancelled) {
      this.#arrived = this.#arrived.filter(({ call }) => call.id !== id);
      this.#underWay.get(id)?.abort();
    }
    this.#goOn();
  }

  /** Begins what may begin, reads on when all has, and ends the stream when nothing is left to do. */
  #goOn(): void {
    while (this.#underWay.size < CALLS_AT_MOST && this.#writer.bytes < UNREAD_BYTES_AT_MOST) {
      const next = this.#arrived.shift();
      if (!next) break;
      this.#begin(next);
    }
    if (this.#arrived.length > 0) this.#stream.pause();
    else if (this.#stream.isPaused()) this.#stream.resume();
    else if (this.#callerIsDone && this.#underWay.size === 0 && this.#writer.isIdle) this.#stream.end();
  }

  #begin({ call, deadline }: Arrived): void {
    const ended = new AbortController();
    this.#underWay.set(call.id, ended);
    this.#answer(call, deadline, ended.signal)
      .catch((thrown: unknown): ReplyFrame => {
        const error = thrown instanceof ConnectError ? thrown : toStatus(thrown);
        return { id: call.id, metadata: [], payload: NOTHING, failure: toFailure(error) };
      })
      .then((reply) => {
        this.#underWay.delete(call.id);
        // Nobody waits for it, and its id may be another call's already.
        if (!ended.signal.aborted) this.#writer.push(reply, reply.payload.length + FRAME_BYTES);
        this.#goOn();
      });
  }

  async #answer(call: CallFrame, deadline: number, signal: AbortSignal): Promise<ReplyFrame> {
    const served = this.#served.get(call.method);
    if (!served) refuse('OPERATION_UNIMPLEMENTED');
    const metadata = new Map(call.metadata);
    const read = readContext(
      { get: (name) => metadata.get(name) ?? null },
      { verifier: this.#verifier, deadline, newRequestId: served.newRequestId, signal },
    );
    const context = read instanceof Promise ? await read : read;
    if (served.allowed) this.#peer.admit(served.allowed, context.actor);
    if (call.payload.length > LARGE_MESSAGE_BYTES) await turns.next();
    const reply = await served.handle(readRequest(served.method, call.payload), context);
    const payload = reply.encoded ?? encodeReply(served.method.output, reply.message);
    return { id: call.id, metadata: writeReplyMetadata(reply), payload };
  }

  #abandon(): void {
    this.#arrived = [];
    this.#writer.clear();
    for (const ended of this.#underWay.values()) ended.abort();
  }
}

const NOTHING = new Uint8Array();
/** Ends a stream that carries something else. */
const NO_FRAMES = { code: status.INVALID_ARGUMENT, details: 'the message is no CallsRequest' };
/** Calls of one stream that are under way at once. */
const CALLS_AT_MOST = 1_000;
/** Replies that wait for their reader, in bytes; those of calls under way may come on top. */
const UNREAD_BYTES_AT_MOST = 4 * 1024 * 1024;
/** What stands around a payload, about. */
const FRAME_BYTES = 64;
