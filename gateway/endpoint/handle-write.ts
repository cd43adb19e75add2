import type { FastifyRequest } from 'fastify';
import { callForReply } from '../../platform/calls/caller.ts';
import type { ReplyMetadata } from '../../platform/core/call-context.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { ReceivedBody } from '../http/received-body.ts';
import { identityOf } from '../http/request-state.ts';
import { pathOf } from '../http/request-target.ts';
import { findBadText } from '../http/well-formed.ts';
import { Problem } from '../problem/problem.ts';
import { compileValidator, type Validate } from '../schema/validate.ts';
import { checkConditions, preconditionOf } from './conditions.ts';
import type { WriteEndpoint } from './endpoint.ts';
import type { WriteCall } from './endpoint-call.ts';
import { endpointNeed } from './endpoint-need.ts';
import { compileSerialiser, JSON_TYPE, metaJson, singleEnvelope } from './envelope.ts';
import { etagOf } from './etag.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { fingerprint, parseIdempotencyKey } from './idempotency-key.ts';
import { memberInBody, requireNamedMember } from './member-in-body.ts';
import { checkBody, checkParams, requireBody, requireGrantOf } from './request-checks.ts';

/**
 * Handles a write: idempotency key, conditions, body, then the endpoint; sets the ETag of the returned representation
 * (decisions 4, 5).
 */
export function handleWrite(endpoint: WriteEndpoint, deps: EndpointDeps): Handler {
  const accept = endpoint.accept ?? acceptorOf(endpoint);
  const serialise = endpoint.data ? compileSerialiser(endpoint.data) : undefined;
  const run = endpoint.run as (call: WriteCall<unknown>) => ReturnType<WriteEndpoint['run']>;
  const need = endpointNeed(endpoint);
  return async (request, reply, own) => {
    checkParams(own.params);
    const key = keyOf(request, endpoint);
    if (endpoint.ifMatch) checkConditions(request);
    const received = receivedOf(request);
    const accepted = accept(received);
    const body = accepted instanceof Promise ? await accepted : accepted;
    const member = endpoint.member === 'request' ? memberInBody(body as object) : undefined;
    const idempotency =
      key === undefined || own.context.isDryRun ? undefined : { key, fingerprint: fingerprintOf(request, received) };
    const precondition = preconditionOf(request, endpoint.ifMatch);
    requireGrantOf(own, need);

    const written = await run({
      ...own,
      body,
      member,
      precondition,
      async send(method, message) {
        const { isDryRun } = own.context;
        const spend = (bytes: number) =>
          (isDryRun ? deps.tries : deps.writes).spend(identityOf(request).client, bytes, deps.clock.now());
        try {
          const answer = await callForReply(deps.router, { ...own.context, idempotency }, method, message);
          spend(answer.bytesWritten ?? 0);
          return answer;
        } catch (refusal) {
          // A refusal does not tell how many bytes were sent before it: the size of the request is an estimate.
          if (isDryRun) spend(request.bytesReceived);
          throw refusal;
        }
      },
    });
    const metadata: ReplyMetadata | undefined = written.metadata;
    if (metadata?.replayed) reply.header('idempotency-replayed', 'true');
    reply.code(endpoint.success);
    if (!serialise || !written.data) return void reply.send();
    const json = serialise(written.data);
    if (endpoint.hasEtag !== false) reply.header('etag', etagOf(written.revision ?? '', json));
    const { requestId = request.id, timestamp = toInstantText(deps.clock.now()) } = metadata ?? {};
    const meta = metaJson(requestId, timestamp, written.meta);
    reply.type(JSON_TYPE).send(singleEnvelope(json, meta));
  };
}

/**
 * Checks a body and returns it: that there is one, the member it names, its text, the schema, then the rules (decisions
 * 1.4).
 */
function acceptorOf(endpoint: WriteEndpoint): (body: ReceivedBody) => unknown {
  if (!endpoint.body) return ({ value }) => value;
  const rules = (endpoint.rules ?? (() => [])) as Validate;
  const checks = [compileValidator(endpoint.body), rules];
  const checksWithText = [findBadText, ...checks];
  return ({ value, mayHoldBadText }) => {
    requireBody(value);
    if (endpoint.member) requireNamedMember(value);
    checkBody(value, mayHoldBadText ? checksWithText : checks, endpoint.bodyFaultStatus);
    return value;
  };
}

/** The parsed body; its value is `undefined` when a request has none. */
function receivedOf(request: FastifyRequest): ReceivedBody {
  return (request.body as ReceivedBody | undefined) ?? NO_BODY;
}

const NO_BODY: ReceivedBody = { value: undefined, mayHoldBadText: false };

/** The request's key; undefined when none was sent and none is required (decisions 5.1). */
function keyOf(request: FastifyRequest, { idempotencyKey }: WriteEndpoint): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined && !idempotencyKey) return undefined;
  const parsed = parseIdempotencyKey(header);
  if ('fault' in parsed) throw new Problem(400, 'bad_request', { detail: parsed.fault });
  return parsed.key;
}

/** Call it with a checked body: the schema bounds the cost of this (decisions 5.2). */
function fingerprintOf(request: FastifyRequest, { value }: ReceivedBody): string {
  return fingerprint(request.method, pathOf(request.url), value);
}
