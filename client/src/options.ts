import type { RetryPolicy } from './http/retry.ts';

/** What any request may be given. */
export interface CallOptions {
  /** Ends the request, its waits included; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that each attempt may take, in place of the client's. */
  readonly timeoutMs?: number | undefined;
  /** When to stop repeating, in place of the client's. */
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** `X-Request-Id` of all attempts, 1 to 128 characters of `[A-Za-z0-9._-]`; a new UUID by default. */
  readonly requestId?: string | undefined;
}

/** Of a read: with the ETag of what you have, the answer may be {@link NotModified}. */
export type Conditional<E extends string | undefined> = CallOptions & { readonly ifNoneMatch?: E };

/** Of a write that takes effect once, however often it is repeated. */
export interface Keyed extends CallOptions {
  /** 1 to 255 characters, yours to choose where a request may be made again after a restart; a new UUID by default. */
  readonly idempotencyKey?: string | undefined;
}

/** Of a write that must name what it changes. */
export interface Matching extends CallOptions {
  /** The ETag of what you read, or `*`. */
  readonly ifMatch: string;
}

/** Of a read or list that can be narrowed: the properties that the answer has. */
export type Fields<F> = { readonly fields?: readonly F[] | undefined };

export type Query = Readonly<Record<string, string | number | boolean | readonly unknown[] | undefined>>;
