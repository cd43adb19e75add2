import { etagOf } from '../conditional/etag.ts';
import { isNotModified } from '../conditional/is-not-modified.ts';
import { compileValidator, type Validate } from '../schema/validate.ts';
import type { DocumentEndpoint } from './endpoint.ts';
import type { EndpointDeps, Handler } from './register-endpoint.ts';
import { checkParams, checkQuery } from './request-checks.ts';
import { endpointCall } from './request-context.ts';

/** A GET of a document: query, then the text with a strong ETag over its bytes, or 304. */
export function handleDocument(endpoint: DocumentEndpoint, deps: EndpointDeps): Handler {
  const validate = compileValidator(endpoint.query);
  const rules = (endpoint.rules ?? (() => [])) as Validate;
  return async (request, reply) => {
    checkParams(request.params as Record<string, string>);
    const query = checkQuery(request, endpoint.query, validate, rules);
    const text = await endpoint.run({ ...endpointCall(request, deps), query });
    if (isNotModified(request, reply, etagOf('', text))) return reply.code(304).send();
    return reply.type(`${endpoint.mediaType}; charset=utf-8`).send(text);
  };
}
