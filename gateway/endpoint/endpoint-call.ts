import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Decision } from '../../libraries/sliding-window/index.ts';
import type { Call } from '../../platform/calls/caller.ts';
import type { Reply, ReplyMetadata } from '../../platform/core/call-context.ts';
import type { AnswerBody } from '../http/answer-body.ts';
import type { NamedMember } from './named-member.ts';

export interface EndpointCall {
  /** The path's parameters, checked for shape only. */
  readonly params: Readonly<{ id: string } & Record<string, string>>;
  /** The member that the request names, for endpoints that declare `member`. */
  readonly member?: NamedMember | undefined;
  /** Calls a service on behalf of the request's integration. */
  readonly call: Call;
  readonly institutionId: string;
  /** The decision of the rate limit about the request; undefined for a request that is not counted. */
  readonly rateLimit?: Decision | undefined;
  /** The URL under which clients reach the gateway. */
  readonly publicUrl: () => string;
}

/** Query parameters by name, as typed by their schema. */
export type QueryValues = Readonly<Record<string, string | number | boolean | { readonly ids: readonly string[] }>>;

export interface ListCall extends EndpointCall {
  readonly filters: QueryValues;
  /** The services' PageRequest. */
  readonly page: { readonly size: number; readonly after?: Position };
  /**
   * Whether a property of the items is shown; `fields` may leave some out, and a property that is not shown need not be
   * read.
   */
  wants(name: string): boolean;
}

/** The call of a read with parameters of its own. */
export interface QueryCall extends EndpointCall {
  readonly query: QueryValues;
}

export interface WriteCall<Body> extends EndpointCall {
  readonly body: Body;
  /** The services' Precondition; undefined without a condition. */
  readonly precondition: Precondition | undefined;
  /**
   * Calls the service that performs the write, with the request's idempotency key. Call it exactly once per request:
   * only one call may carry the key.
   */
  send<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<Reply<MessageShape<O>>>;
}

export interface Precondition {
  readonly any: boolean;
  readonly revisions: string[];
  readonly none?: boolean;
  readonly otherThan?: string[];
}

export interface Position {
  readonly sort: string;
  readonly id: string;
}

/** One resource as the specification shows it; `revision` is what If-Match compares (decisions 4). */
export interface Resource {
  readonly data: object;
  readonly revision?: string;
  /** For an endpoint with `stampOf`, in place of a revision: identifies the state of everything it is made of. */
  readonly stamp?: string;
}

/** A document that need not be built when the client has it. */
export interface Document {
  /** Differs when the text differs: the ETag is made of it. */
  readonly version: string;
  /** Writes the text. */
  write(body: AnswerBody): Promise<void>;
}

/** The resource may legitimately be absent (`data: null`). */
export interface Nothing {
  readonly data: null;
}

export interface Page {
  /** Taken one by one; when they are large, the page may end before the last one. */
  readonly items: Items<object>;
  readonly hasMore: boolean;
  /** The position of each item, for a list that declares no `position`. */
  readonly ends?: readonly Position[];
  /** Where the page ends, if not at its last item: in a feed, or when more was scanned than is shown. */
  readonly end?: Position | undefined;
  /** With the first page of a list that has the filter `updatedSince`: the service's value for it. */
  readonly nextUpdatedSince?: string | undefined;
}

export type Items<I> = Iterable<I> | AsyncIterable<I>;

export interface Written extends Partial<Resource> {
  /** Metadata of a keyed write: a replay returns the first answer's `meta`. */
  readonly metadata?: ReplyMetadata | undefined;
  /** Further members of `meta`, of the kind that the endpoint declares. */
  readonly meta?: object;
}
