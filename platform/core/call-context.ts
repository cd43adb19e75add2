import type { Actor } from './actor.ts';
import type { Span } from './spans.ts';

/** What travels with every call beside its request message. */
export interface CallContext {
  readonly actor: Actor;
  /** The signed identity that says who the actor is; no call leaves the process without it, but that of somebody who is about to get one. */
  readonly token?: string;
  /** The id that ties the log lines of all processes to the client's request. */
  readonly requestId: string;
  /** When the caller stops waiting, by the machine's clock: see clock.ts. */
  readonly deadline: number;
  /** Aborted when the caller is gone. */
  readonly signal?: CancellationSignal | undefined;
  /** Present on writes that a client made repeatable. */
  readonly idempotency?: IdempotencyKey | undefined;
  /** What the call is a part of; absent where nothing is traced. */
  readonly span?: Span | undefined;
}

/** What is used of an AbortSignal, which is one. */
export interface CancellationSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface IdempotencyKey {
  readonly key: string;
  /** Hash of method, path and parsed body: the same key with another fingerprint is refused (decisions 5.2). */
  readonly fingerprint: string;
}

/** What a keyed write says beside its response, so that a replay shows the `meta` of the first answer. */
export interface ReplyMetadata {
  readonly replayed: boolean;
  readonly requestId: string;
  /** When the first answer was made: RFC 3339, UTC. */
  readonly timestamp: string;
}
