import type { Message } from '@bufbuild/protobuf';
import type { Actor } from './actor.ts';
import type { Span } from './spans.ts';

/** The metadata of every call, sent beside its request message. */
export interface CallContext {
  readonly actor: Actor;
  /** The actor's signed identity. Every call to another process has it, except for those that obtain one. */
  readonly token?: string;
  /** Correlates the log lines of all processes with the client's request. */
  readonly requestId: string;
  /** When the caller stops waiting, on the monotonic clock: see clock.ts. */
  readonly deadline: number;
  /** Aborted when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
  /** Present on writes with an idempotency key. */
  readonly idempotency?: IdempotencyKey | undefined;
  /**
   * Whether a write is undone where it would commit, with the answer that it would have had. It has no idempotency key:
   * none is looked up, none is kept.
   */
  readonly isDryRun?: true | undefined;
  /** The parent span; absent without tracing. */
  readonly span?: Span | undefined;
}

export interface IdempotencyKey {
  readonly key: string;
  /** Hash of method, path and parsed body: the same key with another fingerprint is KEY_REUSED (decisions 5.2). */
  readonly fingerprint: string;
}

/** The metadata of a keyed write's reply, so that a replay shows the `meta` of the first response. */
export interface ReplyMetadata {
  readonly replayed: boolean;
  readonly requestId: string;
  /** When the first response was made: RFC 3339, UTC. */
  readonly timestamp: string;
}

/** The reply to a call. */
export interface Reply<M extends Message = Message> {
  readonly message: M;
  /** The encoded message, if it exists already: a write is encoded before it is committed. */
  readonly encoded?: Uint8Array;
  /** Present on keyed writes. */
  readonly metadata?: ReplyMetadata;
  /** The bytes that a command has sent to its database; those of a dry run are rolled back. */
  readonly bytesWritten?: number;
}
