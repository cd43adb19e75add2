import type { Meta } from './gen/schemas.ts';

interface Answered {
  /** Names this representation, for `ifMatch` and `ifNoneMatch`; null where the answer is none that a read gives. */
  readonly etag: string | null;
  readonly requestId: string;
  readonly headers: Headers;
}

/** What a request was answered with. */
export interface Answer<T> extends Answered {
  readonly status: 200 | 201 | 202 | 204;
  /** Undefined after a delete. */
  readonly data: T;
  /** Whether this is the answer of an earlier request with the same key. */
  readonly isReplayed: boolean;
  /** Of a replay, that of the first answer; null where the answer has none. */
  readonly meta: Meta | null;
}

/** What you have is still the same. */
export interface NotModified extends Answered {
  readonly status: 304;
  readonly data: undefined;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** False on the last page. */
  readonly hasMore: boolean;
  /** Begins the list behind this page, as its query's `cursor`, for 24 hours; null on the last page of what is no feed. */
  readonly nextCursor: string | null;
  readonly requestId: string;
}
