import { AnswerBody } from '../http/answer-body.ts';
import { compileValidator, type Validate } from '../schema/validate.ts';
import { checkConditions, isNotModified } from './conditions.ts';
import type { DocumentEndpoint } from './endpoint.ts';
import { endpointNeed } from './endpoint-need.ts';
import { etagOf } from './etag.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { checkParams, checkQuery, requireGrantOf } from './request-checks.ts';

/**
 * Handles a GET of a document: checks the query, then sends the text with the strong ETag of its version, or 304
 * without building the text.
 */
export function handleDocument(endpoint: DocumentEndpoint, deps: EndpointDeps): Handler {
  const validate = compileValidator(endpoint.query);
  const rules = (endpoint.rules ?? (() => [])) as Validate;
  const need = endpointNeed(endpoint);
  return async (request, reply, own) => {
    if (!endpoint.authenticatedBy) checkParams(own.params);
    checkConditions(request);
    const query = checkQuery(request, endpoint.query, validate, rules);
    requireGrantOf(own, need);
    const { version, write } = await endpoint.run({ ...own, query });
    if (isNotModified(request, reply, etagOf('', version))) return void reply.code(304).send();
    const body = new AnswerBody(reply, deps);
    await write(body);
    reply.type(`${endpoint.mediaType}; charset=utf-8`).send(body.end());
  };
}
