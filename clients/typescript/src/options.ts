import type { RetryPolicy } from './http/retry.ts';

/** The options of every request. */
export interface CallOptions {
  /** Aborts the request, including its waits; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of each attempt in milliseconds; overrides the client's. */
  readonly timeoutMs?: number | undefined;
  /** The limits of retries; overrides the client's. */
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** `X-Request-Id` of all attempts, 1 to 128 characters of `[A-Za-z0-9._-]`; a new UUID by default. */
  readonly requestId?: string | undefined;
}

/** The options of a read. With the ETag of your copy, the response can be {@link NotModified}. */
export type Conditional<E extends string | undefined> = CallOptions & { readonly ifNoneMatch?: E };

/** The options of a write: it takes effect only once, however often it is sent. */
export interface Keyed extends CallOptions {
  /** 1 to 255 characters; set it if you may send the request again after a restart. A new UUID by default. */
  readonly idempotencyKey?: string | undefined;
}

/** The options of a write that requires the ETag of the resource. */
export interface Matching extends CallOptions {
  /** The ETag of the resource that you read, or `*`. */
  readonly ifMatch: string;
}

/** The options of a write that can be tried. */
export interface Triable {
  /**
   * Whether to change nothing, and answer what the write would answer now. Ids and ETags in the answer belong to
   * nothing. An installation that does not know dry runs answers 404.
   */
  readonly dryRun?: boolean | undefined;
}

/** The options of a read or list that can return only some properties. */
export type Fields<F> = { readonly fields?: readonly F[] | undefined };

export type Query = Readonly<Record<string, string | number | boolean | readonly unknown[] | undefined>>;
