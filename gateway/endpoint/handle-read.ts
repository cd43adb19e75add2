import { yieldToEventLoop } from '../../platform/core/event-loop.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import { piecesOf, sentPieces } from '../http/sent-pieces.ts';
import { compileValidator } from '../schema/validate.ts';
import { checkConditions, isNotModified } from './conditions.ts';
import type { ReadEndpoint } from './endpoint.ts';
import type { EndpointCall } from './endpoint-call.ts';
import { endpointNeed } from './endpoint-need.ts';
import {
  compilePicker,
  compileSerialiser,
  encoded,
  JSON_TYPE,
  metaJson,
  type Serialise,
  SINGLE_HEAD,
  singleEnvelope,
  singleTail,
} from './envelope.ts';
import { etagOf, namesTag } from './etag.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { memberInQuery } from './member-in-query.ts';
import { checkParams, checkQuery, fieldsOf, requireGrantOf } from './request-checks.ts';

/**
 * Handles a single-resource GET: member, parameters, `fields`, strong ETag over the bytes of the whole representation,
 * or over the stamp that stands for them, 304, 412 (decisions 2.4, 4, 10.1).
 */
export function handleRead(endpoint: ReadEndpoint, deps: EndpointDeps): Handler {
  const serialise: Serialise = endpoint.isExact ? JSON.stringify : compileSerialiser(endpoint.data);
  const pick = compilePicker(endpoint.data);
  const names = Object.keys(endpoint.data.properties);
  const { query: parameters } = endpoint;
  const validate = parameters && compileValidator(parameters);
  const need = endpointNeed(endpoint);
  return async (request, reply, own) => {
    checkParams(own.params);
    checkConditions(request);
    const member = endpoint.member && memberInQuery(request);
    const query = validate ? checkQuery(request, parameters, validate) : {};
    const fields = fieldsOf(request, names);
    requireGrantOf(own, need);
    const known = request.headers['if-none-match'];
    if (endpoint.stampOf && known !== undefined) {
      const tag = etagOf('', stampedText(await endpoint.stampOf(own), own));
      // Only a client that has read it knows its tag: `*` does not prove that it exists.
      if (namesTag(known, tag) && isNotModified(request, reply, tag)) return void reply.code(304).send();
    }
    const found = await endpoint.run({ ...own, member, query });
    if (endpoint.stampOf) await yieldToEventLoop();
    const json = found.data === null ? 'null' : serialise(found.data);
    if (endpoint.stampOf) await yieldToEventLoop();
    const data = encoded(json);
    const stamp = found.data === null ? undefined : found.stamp;
    const etag =
      stamp === undefined
        ? etagOf(found.data === null ? '' : (found.revision ?? ''), data)
        : etagOf('', stampedText(stamp, own));
    if (isNotModified(request, reply, etag)) return void reply.code(304).send();
    if (found.data === null) return void reply.type(JSON_TYPE).send('{"data":null}');
    const shown = fields ? encoded(pick(found.data, fields)) : data;
    const meta = metaJson(request.id, toInstantText(deps.clock.now()));
    reply.type(JSON_TYPE);
    if (typeof shown === 'string') reply.send(singleEnvelope(shown, meta));
    else reply.send(sentPieces(reply, [SINGLE_HEAD, ...piecesOf(shown), Buffer.from(singleTail(meta))], deps));
  };
}

/**
 * The text whose hash is the ETag of a stamped representation. It names the resource, too, because all resources of an
 * institution share a stamp.
 */
function stampedText(stamp: string, { params }: EndpointCall): string {
  return JSON.stringify([stamp, params]);
}
