import type { AppointmentMeta } from './gen/schemas.ts';

interface Answered {
  /** The ETag of this representation, for `ifMatch` and `ifNoneMatch`; null if the response has none. */
  readonly etag: string | null;
  readonly requestId: string;
  readonly headers: Headers;
}

/** The response to a request. */
export interface Answer<T> extends Answered {
  readonly status: 200 | 201 | 202 | 204;
  /** Undefined after a delete. */
  readonly data: T;
  /** Whether this is the stored response of an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;
  /**
   * For a replay, the `meta` of the first response; null if the response has none. `overlaps` only if an appointment
   * was created or changed.
   */
  readonly meta: AppointmentMeta | null;
}

/** The resource has not changed since you read it. */
export interface NotModified extends Answered {
  readonly status: 304;
  readonly data: undefined;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** False on the last page. */
  readonly hasMore: boolean;
  /**
   * The `cursor` that continues the list after this page, valid for 24 hours; null on the last page, except in a feed.
   */
  readonly nextCursor: string | null;
  readonly requestId: string;
}
