import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Call } from '../../platform/calls/caller.ts';
import type { ReplyMetadata } from '../../platform/core/call-context.ts';
import type { Reply } from '../../platform/core/reply.ts';
import type { NamedMember } from '../member/named-member.ts';

export interface EndpointCall {
  /** The path's parameters, checked for shape only. */
  readonly params: Readonly<{ id: string } & Record<string, string>>;
  /** The member that the request names, where the endpoint wants one. */
  readonly member?: NamedMember | undefined;
  /** Calls a service on behalf of the request's integration. */
  readonly call: Call;
  readonly institutionId: string;
  /** Where clients reach the gateway. */
  readonly publicUrl: () => string;
}

/** Query parameters by name, as their schema says. */
export type QueryValues = Readonly<Record<string, string | number>>;

export interface ListCall extends EndpointCall {
  readonly filters: QueryValues;
  /** What the services' PageRequest wants. */
  readonly page: { readonly size: number; readonly after?: Position };
  /** Whether a property of the items is shown, of which `fields` may leave out some: what is not shown need not be read. */
  wants(name: string): boolean;
}

export interface DocumentCall extends EndpointCall {
  readonly query: QueryValues;
}

export interface WriteCall<Body> extends EndpointCall {
  readonly body: Body;
  /** What the services' Precondition wants; undefined when there is no If-Match. */
  readonly precondition: Precondition | undefined;
  /** Calls the service that does the write, with the request's idempotency key. Exactly one call of a request carries the key. */
  send<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<Reply<MessageShape<O>>>;
}

export interface Precondition {
  readonly any: boolean;
  readonly revisions: string[];
}

export interface Position {
  readonly sort: string;
  readonly id: string;
}

/** One resource as the specification shows it; `revision` is what If-Match compares (decisions 4). */
export interface Resource {
  readonly data: object;
  readonly revision?: string;
  /** Of an endpoint with `stampOf`: what everything that it is made of was known by. */
  readonly stamp?: string;
}

/** There is no such resource, and it is right so. */
export interface Nothing {
  readonly data: null;
}

export interface Page {
  /** Taken one by one, and not all of them where they are large. */
  readonly items: Items<object>;
  readonly hasMore: boolean;
  /** The position of each item, of a list that declares no `position`. */
  readonly ends?: readonly Position[];
  /** Where the page ends, if not with its last item: of a feed, or where more was looked at than is shown. */
  readonly end?: Position | undefined;
}

export type Items<I> = Iterable<I> | AsyncIterable<I>;

export interface Written extends Partial<Resource> {
  /** Of a keyed write: a replay shows the first answer's `meta`. */
  readonly metadata?: ReplyMetadata | undefined;
}
