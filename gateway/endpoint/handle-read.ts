import type { FastifyRequest } from 'fastify';
import { toInstantText } from '../../platform/core/instant.ts';
import { turns } from '../../platform/core/turns.ts';
import { etagOf } from '../conditional/etag.ts';
import { isNotModified } from '../conditional/is-not-modified.ts';
import { parseFields } from '../fields/fields.ts';
import { memberInQuery } from '../member/member-in-query.ts';
import type { ReadEndpoint } from './endpoint.ts';
import { compilePicker, compileSerialiser, metaJson, singleEnvelope } from './envelope.ts';
import type { EndpointDeps, Handler } from './register-endpoint.ts';
import { badQuery, checkParams, queryValue } from './request-checks.ts';
import { endpointCall } from './request-context.ts';

/** A single-resource GET: member, `fields`, strong ETag over the bytes of the whole representation, 304 (decisions 2.4, 4, 10.1). */
export function handleRead(endpoint: ReadEndpoint, deps: EndpointDeps): Handler {
  const serialise = compileSerialiser(endpoint.data);
  const pick = compilePicker(endpoint.data);
  const known = Object.keys(endpoint.data.properties);
  return async (request, reply) => {
    checkParams(request.params as Record<string, string>);
    const member = endpoint.member && memberInQuery(request);
    const fields = fieldsOf(request, known);
    const found = await endpoint.run({ ...endpointCall(request, deps), member });
    if (endpoint.largeOf) await turns.next();
    const json = found.data === null ? 'null' : serialise(found.data);
    request.answerBytes = json.length;
    if (endpoint.largeOf) await turns.next();
    const etag = etagOf(found.data === null ? '' : (found.revision ?? ''), json);
    if (isNotModified(request, reply, etag)) return reply.code(304).send();
    if (found.data === null) return reply.type(JSON_TYPE).send('{"data":null}');
    const shown = fields ? pick(found.data, fields) : json;
    return reply.type(JSON_TYPE).send(singleEnvelope(shown, metaJson(request.id, toInstantText(deps.clock.now()))));
  };
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The names that `fields` asks for, or undefined when it is absent. */
export function fieldsOf(request: FastifyRequest, known: readonly string[]): readonly string[] | undefined {
  const raw = queryValue(request, 'fields');
  if (raw === undefined) return undefined;
  const parsed = parseFields(raw, known);
  if ('fault' in parsed) {
    const message = `has the unknown or empty name "${parsed.fault.name.toWellFormed()}"`;
    throw badQuery([{ pointer: '/fields', code: 'invalid_value', message }]);
  }
  return parsed.names;
}
