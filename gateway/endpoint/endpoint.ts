import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { ReplyFacts } from '../../services/chassis/call-context.ts';
import type { Violation } from '../../services/chassis/errors/refusal.ts';
import type { Answer, Call } from '../../services/chassis/rpc/caller.ts';

/** What a route declares. Everything else (authentication, rate limit, checks and their order, envelope, ETag, errors) follows from it. */
export type Endpoint = ReadEndpoint | ListEndpoint | WriteEndpoint;

interface Declared {
  /** Below `/api/v4`, parameters in braces: `/users/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Statuses beyond those that follow from the endpoint's nature. */
  readonly errors?: readonly number[];
}

/** A single-resource GET. */
export interface ReadEndpoint extends Declared {
  readonly kind: 'read';
  readonly method: 'GET';
  readonly data: TObject;
  readonly example: unknown;
  run(call: EndpointCall): Promise<Resource>;
}

/** A list GET: keyset pages (decisions 2). */
export interface ListEndpoint extends Declared {
  readonly kind: 'list';
  readonly method: 'GET';
  /** The query parameters that filter, all optional strings. */
  readonly filters: TObject;
  readonly item: TObject;
  readonly example: unknown;
  /** Sort value and id of an item: where the next page begins. Absent where items do not show their sort value: then pages say where they end. */
  position?(item: never): Position;
  run(call: ListCall): Promise<Page>;
}

/** A write: POST, PATCH or DELETE. */
export interface WriteEndpoint extends Declared {
  readonly kind: 'write';
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly success: 200 | 201 | 204;
  readonly body: TObject | null;
  readonly bodyExample?: unknown;
  /** 400 for the three creates whose tables list it, 422 for all others (decisions 3.1). */
  readonly bodyFaultStatus: 400 | 422;
  /** What the schema cannot say of a body that obeys it, and that needs no stored data. */
  rules?(body: never): readonly Violation[];
  /** Required or honoured when sent (decisions 5.1). */
  readonly idempotencyKey?: 'required' | 'honoured';
  /** Required or honoured when sent (decisions 4.2). */
  readonly ifMatch?: 'required' | 'optional';
  /** Null for 204. */
  readonly data: TSchema | null;
  readonly example?: unknown;
  run(call: WriteCall<never>): Promise<Written>;
}

export interface EndpointCall {
  /** The path's parameters, checked for shape only. */
  readonly params: Readonly<{ id: string } & Record<string, string>>;
  /** Calls a service on behalf of the request's integration. */
  readonly call: Call;
  readonly institutionId: string;
}

export interface ListCall extends EndpointCall {
  readonly filters: Readonly<Record<string, string>>;
  /** What the services' PageRequest wants. */
  readonly page: { readonly size: number; readonly after?: Position };
}

export interface WriteCall<Body> extends EndpointCall {
  readonly body: Body;
  /** What the services' Precondition wants; undefined when there is no If-Match. */
  readonly precondition: Precondition | undefined;
  /** Calls the service that does the write, with the request's idempotency key. Exactly one call of a request carries the key. */
  send<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<Answer<O>>;
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
}

export interface Page {
  readonly items: readonly object[];
  readonly hasMore: boolean;
  /** The position of the last item, of a list that declares no `position`; undefined where there is no item. */
  readonly end?: Position | undefined;
}

export interface Written extends Partial<Resource> {
  /** Of a keyed write: a replay shows the first answer's `meta`. */
  readonly facts?: ReplyFacts | undefined;
}

/** Declares a single-resource read. */
export function readEndpoint<D extends TObject>(
  declared: Omit<ReadEndpoint, 'kind' | 'method' | 'data' | 'run' | 'example'> & {
    readonly data: D;
    readonly example: Static<D>;
    run(call: EndpointCall): Promise<{ readonly data: Static<D>; readonly revision?: string }>;
  },
): ReadEndpoint {
  return { ...declared, kind: 'read', method: 'GET' };
}

/** Declares a list. */
export function listEndpoint<F extends TProperties, I extends TObject>(
  declared: Omit<ListEndpoint, 'kind' | 'method' | 'filters' | 'item' | 'position' | 'run' | 'example'> & {
    readonly filters: TObject<F>;
    readonly item: I;
    readonly example: Static<I>;
  } & (PagesByItem<F, I> | PagesWithEnd<F, I>),
): ListEndpoint {
  return { ...declared, kind: 'list', method: 'GET' } as ListEndpoint;
}

type FilteredCall<F extends TProperties> = ListCall & { readonly filters: Static<TObject<F>> };

interface Items<I extends TObject> {
  readonly items: readonly Static<I>[];
  readonly hasMore: boolean;
}

/** Lists whose items show what they are sorted by. */
interface PagesByItem<F extends TProperties, I extends TObject> {
  position(item: Static<I>): Position;
  run(call: FilteredCall<F>): Promise<Items<I>>;
}

/** Lists whose items do not. */
interface PagesWithEnd<F extends TProperties, I extends TObject> {
  readonly position?: never;
  run(call: FilteredCall<F>): Promise<Items<I> & { readonly end: Position | undefined }>;
}

/** Declares a write. */
export function writeEndpoint<B extends TObject, D extends TObject>(
  declared: Omit<WriteEndpoint, 'kind' | 'body' | 'data' | 'run' | 'rules' | 'example' | 'bodyExample'> & {
    readonly body: B | null;
    readonly bodyExample?: Static<B>;
    rules?(body: Static<B>): readonly Violation[];
    readonly data: D | null;
    readonly example?: Static<D>;
    run(
      call: WriteCall<Static<B>>,
    ): Promise<{ readonly data?: Static<D>; readonly revision?: string; readonly facts?: ReplyFacts | undefined }>;
  },
): WriteEndpoint {
  return { ...declared, kind: 'write' } as WriteEndpoint;
}

export type ResponseOf<M extends DescMethodUnary> = MessageShape<M['output']>;
