import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Violation } from '../../platform/core/errors/refusal.ts';
import type { ReceivedBody } from '../http/received-body.ts';
import type { DocumentEndpoint, ListEndpoint, Naming, ReadEndpoint, WriteEndpoint } from './endpoint.ts';
import type {
  Document,
  EndpointCall,
  Items,
  ListCall,
  Nothing,
  Position,
  QueryCall,
  WriteCall,
  Written,
} from './endpoint-call.ts';
import type { NamedMember } from './named-member.ts';

/** The part of a call that every endpoint with a declared member receives. */
type MemberOf<N> = N extends 'request'
  ? { readonly member: NamedMember }
  : N extends 'filter'
    ? { readonly member: NamedMember | undefined }
    : unknown;

export function readEndpoint<
  D extends TObject,
  N extends Naming,
  E extends boolean,
  Q extends TProperties = Record<never, never>,
>(
  declared: Omit<ReadEndpoint, 'kind' | 'method' | 'query' | 'data' | 'run' | 'example' | 'member' | 'mayBeNull'> & {
    readonly query?: TObject<Q>;
    readonly data: D;
    readonly example: Static<D>;
    readonly member?: N;
    readonly mayBeNull?: E & true;
    run(
      call: EndpointCall & { readonly query: Static<TObject<Q>> } & MemberOf<N>,
    ): Promise<
      | { readonly data: Static<D>; readonly revision?: string; readonly stamp?: string }
      | (E extends true ? Nothing : never)
    >;
  },
): ReadEndpoint {
  return { ...declared, kind: 'read', method: 'GET' } as ReadEndpoint;
}

export function listEndpoint<F extends TProperties, I extends TObject, N extends Naming>(
  declared: Omit<
    ListEndpoint,
    'kind' | 'method' | 'filters' | 'rules' | 'item' | 'isEndless' | 'position' | 'run' | 'example' | 'member'
  > & {
    readonly filters: TObject<F>;
    rules?(filters: Static<TObject<F>>): readonly Violation[];
    readonly item: I;
    readonly example: Static<I>;
    readonly member?: N;
  } & (PagesByItem<F, I, N> | PagesWithEnd<F, I, N> | PagesOfFeed<F, I, N>),
): ListEndpoint {
  return { ...declared, kind: 'list', method: 'GET' } as ListEndpoint;
}

type FilteredCall<F extends TProperties, N> = Omit<ListCall, 'filters'> & {
  readonly filters: Static<TObject<F>>;
} & MemberOf<N>;

type PageOf<F extends TProperties, I extends TObject> = {
  readonly items: Items<Static<I>>;
  readonly hasMore: boolean;
} & (F extends { readonly updatedSince: TSchema } ? { readonly nextUpdatedSince: string | undefined } : unknown);

/** Lists whose items show their sort value. */
interface PagesByItem<F extends TProperties, I extends TObject, N> {
  readonly isEndless?: never;
  position(item: Static<I>): Position;
  /** With `end` when more was scanned than the items show. */
  run(call: FilteredCall<F, N>): Promise<PageOf<F, I> & { readonly end?: Position | undefined }>;
}

/** Lists that only grow at their end. */
interface PagesOfFeed<F extends TProperties, I extends TObject, N> {
  readonly isEndless: true;
  position(item: Static<I>): Position;
  run(call: FilteredCall<F, N>): Promise<PageOf<F, I> & { readonly end: Position }>;
}

/** Lists whose items do not show it. */
interface PagesWithEnd<F extends TProperties, I extends TObject, N> {
  readonly isEndless?: never;
  readonly position?: never;
  run(call: FilteredCall<F, N>): Promise<PageOf<F, I> & { readonly ends: readonly Position[] }>;
}

export function documentEndpoint<Q extends TProperties>(
  declared: Omit<DocumentEndpoint, 'kind' | 'method' | 'query' | 'rules' | 'run'> & {
    readonly query: TObject<Q>;
    rules?(query: Static<TObject<Q>>): readonly Violation[];
    run(call: QueryCall & { readonly query: Static<TObject<Q>> }): Promise<Document>;
  },
): DocumentEndpoint {
  return { ...declared, kind: 'document', method: 'GET' } as DocumentEndpoint;
}

type InferredOfWrite =
  | 'kind'
  | 'body'
  | 'data'
  | 'run'
  | 'rules'
  | 'accept'
  | 'example'
  | 'bodyExample'
  | 'member'
  | 'bodyFaultStatus';

export function writeEndpoint<B extends TObject, D extends TObject, N extends Naming, A = Static<B>>(
  declared: Omit<WriteEndpoint, InferredOfWrite> & {
    readonly body: B | null;
    readonly bodyFaultStatus?: 400;
    readonly bodyExample?: Static<B>;
    readonly member?: N;
    rules?(body: Static<B>): readonly Violation[];
    accept?(body: ReceivedBody): A | Promise<A>;
    readonly data: D | null;
    readonly example?: Static<D>;
    run(call: WriteCall<A> & MemberOf<N>): Promise<Omit<Written, 'data'> & { readonly data?: Static<D> }>;
  },
): WriteEndpoint {
  return { bodyFaultStatus: 422, ...declared, kind: 'write' } as WriteEndpoint;
}
