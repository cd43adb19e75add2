import { yieldToEventLoop } from '../../platform/core/event-loop.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import { piecesOf, sentPieces } from '../http/sent-pieces.ts';
import type { ReadEndpoint } from './endpoint.ts';
import type { EndpointCall } from './endpoint-call.ts';
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
import { etagOf, isNotModified, knownTag } from './etag.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { memberInQuery } from './member-in-query.ts';
import { checkParams, fieldsOf } from './request-checks.ts';

/**
 * Handles a single-resource GET: member, `fields`, strong ETag over the bytes of the whole representation, or over the stamp that stands for
 * them, 304 (decisions 2.4, 4, 10.1).
 */
export function handleRead(endpoint: ReadEndpoint, deps: EndpointDeps): Handler {
  const serialise: Serialise = endpoint.isExact ? JSON.stringify : compileSerialiser(endpoint.data);
  const pick = compilePicker(endpoint.data);
  const known = Object.keys(endpoint.data.properties);
  return async (request, reply, own) => {
    checkParams(own.params);
    const member = endpoint.member && memberInQuery(request);
    const fields = fieldsOf(request, known);
    const condition = request.headers['if-none-match'];
    if (endpoint.stampOf && condition !== undefined) {
      const tag = knownTag(condition, stampedText(await endpoint.stampOf(own), own));
      if (tag !== undefined && isNotModified(request, reply, tag)) return void reply.code(304).send();
    }
    const found = await endpoint.run(member ? { ...own, member } : own);
    if (endpoint.stampOf) await yieldToEventLoop();
    const json = found.data === null ? 'null' : serialise(found.data);
    if (endpoint.stampOf) await yieldToEventLoop();
    const data = encoded(json);
    const stamp = found.data === null ? undefined : found.stamp;
    const revision = found.data === null ? '' : (found.revision ?? '');
    const etag = etagOf(revision, stamp === undefined ? data : stampedText(stamp, own));
    if (isNotModified(request, reply, etag)) return void reply.code(304).send();
    if (found.data === null) return void reply.type(JSON_TYPE).send('{"data":null}');
    const shown = fields ? encoded(pick(found.data, fields)) : data;
    const meta = metaJson(request.id, toInstantText(deps.clock.now()));
    reply.type(JSON_TYPE);
    if (typeof shown === 'string') reply.send(singleEnvelope(shown, meta));
    else reply.send(sentPieces(reply, [SINGLE_HEAD, ...piecesOf(shown), Buffer.from(singleTail(meta))], deps));
  };
}

/** What the ETag of a stamped representation is made of: it names the resource, too, because all of an institution share a stamp. */
function stampedText(stamp: string, { params }: EndpointCall): string {
  return JSON.stringify([stamp, params]);
}
