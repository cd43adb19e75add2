import type { ConnectError } from '@connectrpc/connect';
import { Metadata, type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { Call, CallsRequest, CallsResponse, Reply } from '../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';
import { deadlineAfter } from '../../core/clock.ts';
import { answerCall } from '../answer-call.ts';
import type { IdentityVerifier } from '../identity/identity-verifier.ts';
import { MAX_CALL_MS } from '../message-limits.ts';
import type { Peer } from '../peer.ts';
import type { ServedMethod } from '../served-methods.ts';
import { FrameWriter } from './frame-writer.ts';
import { frameBytes, newFailedReply, newReply, newResponse, toEntries, toFailure } from './frames.ts';

/** The callee of a stream. */
interface MuxCallee {
  readonly served: ReadonlyMap<string, ServedMethod>;
  readonly verifier: IdentityVerifier;
  /** The other end of the stream. */
  readonly peer: Peer;
}

/** A call that has arrived but not started. */
interface Arrived {
  readonly call: Call;
  readonly deadline: number;
}

/**
 * The service's end of one stream of calls. Calls start while the number in flight and the unread replies are below their limits; beyond that the
 * stream is not read, so that a slow reader only blocks itself, and costs no memory.
 */
export class MuxSession {
  readonly #stream: ServerDuplexStream<CallsRequest | Error, CallsResponse>;
  readonly #served: ReadonlyMap<string, ServedMethod>;
  readonly #verifier: IdentityVerifier;
  readonly #peer: Peer;
  readonly #writer: FrameWriter<Reply>;
  readonly #underWay = new Map<number, AbortController>();
  #arrived: Arrived[] = [];
  #callerIsDone = false;

  constructor(
    stream: ServerDuplexStream<CallsRequest | Error, CallsResponse>,
    { served, verifier, peer }: MuxCallee,
    onEnd: () => void,
  ) {
    this.#stream = stream;
    this.#served = served;
    this.#verifier = verifier;
    this.#peer = peer;
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
    for (const call of calls) {
      this.#arrived.push({
        call,
        deadline: deadlineAfter(Math.min(call.timeoutMs || MAX_CALL_MS, MAX_CALL_MS)),
      });
    }
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
    const { id, payload } = call;
    const ended = new AbortController();
    this.#underWay.set(id, ended);
    const reply = await answerCall(this.#served.get(call.method), {
      payload,
      metadata: { get: (name) => call.metadata.find((entry) => entry.name === name)?.value ?? null },
      verifier: this.#verifier,
      deadline,
      signal: ended.signal,
      peer: this.#peer,
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
