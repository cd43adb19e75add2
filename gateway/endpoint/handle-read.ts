import { eventLoop } from '../../platform/core/event-loop.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import { etagOf, isNotModified } from '../conditional/etag.ts';
import { memberInQuery } from '../member/member-in-query.ts';
import { keyOf } from './answer-from-cache.ts';
import type { ReadEndpoint } from './endpoint.ts';
import {
  compilePicker,
  compileSerialiser,
  encoded,
  JSON_TYPE,
  metaJson,
  type Serialise,
  singleEnvelope,
} from './envelope.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { checkParams, fieldsOf } from './request-checks.ts';
import { sendResource } from './send-resource.ts';

/**
 * Handles a single-resource GET: member, `fields`, strong ETag over the bytes of the whole representation, 304 (decisions 2.4, 4, 10.1).
 */
export function handleRead(endpoint: ReadEndpoint, deps: EndpointDeps): Handler {
  const serialise: Serialise = endpoint.isExact ? JSON.stringify : compileSerialiser(endpoint.data);
  const pick = compilePicker(endpoint.data);
  const known = Object.keys(endpoint.data.properties);
  return async (request, reply, own) => {
    checkParams(own.params);
    const member = endpoint.member && memberInQuery(request);
    const fields = fieldsOf(request, known);
    const found = await endpoint.run(member ? { ...own, member } : own);
    if (endpoint.largeOf) await eventLoop.yield(own.institutionId);
    const json = found.data === null ? 'null' : serialise(found.data);
    request.answerBytes = json.length;
    if (endpoint.largeOf) await eventLoop.yield(own.institutionId);
    const data = encoded(json);
    const etag = etagOf(found.data === null ? '' : (found.revision ?? ''), data);
    if (found.data !== null && found.stamp !== undefined && typeof data !== 'string') {
      deps.cachedAnswers.set(own.institutionId, keyOf(endpoint, own), { stamp: found.stamp, etag, data });
    }
    if (isNotModified(request, reply, etag)) return void reply.code(304).send();
    if (found.data === null) return void reply.type(JSON_TYPE).send('{"data":null}');
    const shown = fields ? encoded(pick(found.data, fields)) : data;
    if (typeof shown !== 'string') return sendResource(request, reply, shown, deps);
    reply.type(JSON_TYPE).send(singleEnvelope(shown, metaJson(request.id, toInstantText(deps.clock.now()))));
  };
}
