import type { TObject } from 'typebox';
import type { Refusal, Violation } from '../../platform/core/errors/refusal.ts';
import type { ReceivedBody } from '../http/received-body.ts';
import type { Deprecation } from '../schema/deprecation.ts';
import type {
  Document,
  EndpointCall,
  ListCall,
  Nothing,
  Page,
  Position,
  QueryCall,
  Resource,
  WriteCall,
  Written,
} from './endpoint-call.ts';
import type { GatewayPeer } from './gateway-peers.ts';
import type { TagName } from './tags.ts';

/** The declaration of a route. Authentication, rate limit, checks and their order, envelope, ETag and errors follow. */
export type Endpoint = ReadEndpoint | ListEndpoint | WriteEndpoint | DocumentEndpoint;

/** Whether requests carry no credentials, because their path is the proof. */
export function isPublic(endpoint: Endpoint): boolean {
  return endpoint.kind === 'document' && endpoint.authenticatedBy !== undefined;
}

interface Declared {
  /** Below `/api/v4`, parameters in braces: `/users/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description?: string;
  /** Statuses beyond those that follow from the kind of endpoint. */
  readonly errors?: readonly number[];
  /** Refusals of its service that the OpenAPI document shows; the operation returns their statuses too. */
  readonly refusals?: readonly Refusal[];
  /**
   * Exactly one of `userId`, `email` and `code` names a member (decisions 10.1): in the body of a write, in the query
   * of a read. With `items` the body or each of its items does, and `accept` checks it. With `filter` the query of a
   * list may name one.
   */
  readonly member?: Naming;
  /** The service that does the work: requests wait for their turn at it (docs/overload.md). */
  readonly service: GatewayPeer;
  /** Whether it is an addition to the specification; the OpenAPI document marks it. */
  readonly isExtension?: boolean;
  /** Set when it will end: answers and the OpenAPI document announce it. */
  readonly deprecation?: Deprecation;
}

/** Where a request names a member. */
export type Naming = 'request' | 'items' | 'filter';

/** A single-resource GET. */
export interface ReadEndpoint extends Declared {
  readonly kind: 'read';
  readonly method: 'GET';
  /** The query parameters of its own: strings and integers. */
  readonly query?: TObject;
  readonly data: TObject;
  readonly example: unknown;
  /**
   * Whether `run` returns exactly what the schema shows: every property and no other, in the schema's order, null where
   * there is no value. Then `JSON.stringify` writes it, which pays off for large answers: the schema's serialiser
   * leaves a string of some hundred thousand pieces to be flattened. A test beside the view compares the two.
   */
  readonly isExact?: true;
  /** Whether the resource may be absent, which is `{ "data": null }` and not 404. */
  readonly mayBeNull?: true;
  /**
   * Identifies the state of everything the representation is made of: while the stamp is unchanged, so is the
   * representation, and a client that has it gets 304 without its being built. Only for large ones: fetching the stamp
   * costs a call.
   */
  stampOf?(call: EndpointCall): Promise<string>;
  run(call: QueryCall): Promise<Resource | Nothing>;
}

/** A list GET: keyset pages (decisions 2). */
export interface ListEndpoint extends Declared {
  readonly kind: 'list';
  readonly method: 'GET';
  /** The query parameters that filter: strings, integers, flags, and ids. */
  readonly filters: TObject;
  /** The filter that says where a walk begins and is not sent with a cursor. */
  readonly beginsWith?: string;
  /** Checks that the schema cannot express; called with filters that match it. */
  rules?(filters: never): readonly Violation[];
  readonly item: TObject;
  readonly example: unknown;
  /** Whether it only grows at its end: `next_cursor` is never null, and lives as long as its rows (decisions 14). */
  readonly isEndless?: true;
  /** Where the page after an item begins. Absent when items do not show their sort value: then `run` returns it. */
  position?(item: never): Position;
  run(call: ListCall): Promise<Page>;
}

/** A GET that answers with a document of its own media type instead of JSON; errors are problems as everywhere. */
export interface DocumentEndpoint extends Declared {
  readonly kind: 'document';
  readonly method: 'GET';
  /** Without parameters; the text is sent as UTF-8. */
  readonly mediaType: string;
  /** The query parameters, all optional strings. */
  readonly query: TObject;
  /** The secret in its path that replaces credentials: it grants access to this one document. */
  readonly authenticatedBy?: 'feedToken';
  /** Checks that the schema cannot express; called with a query that matches it. */
  rules?(query: never): readonly Violation[];
  readonly example: string;
  run(call: QueryCall): Promise<Document>;
}

/** A write: POST, PATCH or DELETE. */
export interface WriteEndpoint extends Declared {
  readonly kind: 'write';
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly success: 200 | 201 | 202 | 204;
  readonly body: TObject | null;
  readonly bodyExample?: unknown;
  /** 400 for the three creates whose tables list it, 422 for all others (decisions 3.1). */
  readonly bodyFaultStatus: 400 | 422;
  /** The violation that its service returns for an id in the body without a record, for the OpenAPI document. */
  readonly unknownReference?: Pick<Violation, 'pointer' | 'message'>;
  /** Checks that the schema cannot express and that need no stored data; called with a body that matches it. */
  rules?(body: never): readonly Violation[];
  /**
   * Checks a body instead of text, schema and rules, and returns the body that `run` receives: for bodies whose parts
   * fail separately. Throws a Problem or a Refusal. Must yield during long work (`platform/core/event-loop.ts`).
   */
  accept?(body: ReceivedBody): unknown;
  /** Absent: honoured when sent, as in every write (decisions 5.1). */
  readonly idempotencyKey?: 'required';
  /** Required, or honoured when sent (decisions 4.2). */
  readonly ifMatch?: 'required' | 'optional';
  /** Null for 204. */
  readonly data: TObject | null;
  readonly example?: unknown;
  /** Whether `meta` lists the overlaps of its appointment. */
  readonly hasOverlaps?: true;
  /** Whether it can be tried below `/dry-run`: not if it does anything beside its one transaction. */
  readonly hasDryRun?: false;
  /** Set when the answer is not a representation that a GET returns: it has no ETag (decisions 4.1). */
  readonly hasEtag?: false;
  run(call: WriteCall<never>): Promise<Written>;
}
