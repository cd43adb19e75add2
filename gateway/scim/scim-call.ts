import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { FastifyRequest } from 'fastify';
import { callForReply } from '../../platform/calls/caller.ts';
import { present } from '../../platform/core/present.ts';
import type { SyncedUser } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import type { Precondition } from '../endpoint/endpoint-call.ts';
import { ifMatch } from '../endpoint/etag.ts';
import type { EndpointDeps } from '../endpoint/handler.ts';
import { routeCall } from '../endpoint/register-endpoint.ts';
import { isObject, type ReceivedBody } from '../http/received-body.ts';
import { identityOf } from '../http/request-state.ts';
import { findBadText } from '../http/well-formed.ts';
import { Problem } from '../problem/problem.ts';
import { scimFault } from './scim-fault.ts';

/** The calls of one request. */
export class ScimCall {
  readonly #request: FastifyRequest;
  readonly #deps: EndpointDeps;
  readonly #own: ReturnType<typeof routeCall>;

  constructor(request: FastifyRequest, deps: EndpointDeps) {
    this.#request = request;
    this.#deps = deps;
    this.#own = routeCall(request, deps);
  }

  read<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    message: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    return this.#own.call(method, message);
  }

  /** The bytes that it writes count for the day's allowance. */
  async write<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    message: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    const answer = await callForReply(this.#deps.router, this.#own.context, method, message);
    this.#deps.writes.spend(identityOf(this.#request).client, answer.bytesWritten ?? 0, this.#deps.clock.now());
    return answer.message;
  }
}

/** The body, an object whose texts a database can hold. */
export function bodyOf({ body }: FastifyRequest): object {
  const { value, mayHoldBadText } = (body as ReceivedBody | undefined) ?? { value: undefined, mayHoldBadText: false };
  if (!isObject(value)) throw scimFault('invalidSyntax', 'The body must be a JSON object.');
  const [bad] = mayHoldBadText ? findBadText(value) : [];
  if (bad) throw scimFault('invalidValue', `${bad.pointer} ${bad.message}.`);
  return value;
}

/** The state that a write expects: the one that was read, which is the one that If-Match names, if there is one. */
export function requireTag({ headers }: FastifyRequest, etag: string, synced: SyncedUser): Precondition {
  const required = headers['if-match'];
  if (required !== undefined && !ifMatch(required, etag))
    throw new Problem(412, 'precondition_failed', {
      detail: 'The resource’s current version does not match the If-Match header.',
    });
  return { any: false, revisions: [present(synced.user, 'user').revision] };
}
