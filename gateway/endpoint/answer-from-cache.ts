import { ifNoneMatch, isNotModified } from '../conditional/etag.ts';
import type { ReadEndpoint } from './endpoint.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { checkParams, fieldsOf } from './request-checks.ts';
import { sendResource } from './send-resource.ts';

/** Answers with a representation that is kept; false where it must be made. */
type AnswerFromCache = (...call: Parameters<Handler>) => Promise<boolean>;

/**
 * Answers reads of an endpoint from what was made before, where its stamp is asked for in this request and is still the same: no answer shows less than
 * what was committed before its request came. It saves nearly everything that the request would cost, so it needs no turn among large requests.
 * Undefined where the endpoint keeps nothing.
 */
export function answerFromCache(endpoint: ReadEndpoint, deps: EndpointDeps): AnswerFromCache | undefined {
  const { stampOf } = endpoint;
  if (!stampOf) return undefined;
  const known = Object.keys(endpoint.data.properties);
  return async (request, reply, own) => {
    const cached = deps.cachedAnswers.find(own.institutionId, keyOf(endpoint, own));
    if (!cached) return false;
    checkParams(own.params);
    const fields = fieldsOf(request, known);
    if ((await stampOf(own)) !== cached.stamp) return false;
    // Parts of it are picked from the records, which are not kept.
    if (fields && !ifNoneMatch(request.headers['if-none-match'] ?? '', cached.etag)) return false;
    if (isNotModified(request, reply, cached.etag)) reply.code(304).send();
    else sendResource(request, reply, cached.data, deps);
    return true;
  };
}

/** Which of the institution's representations it is. */
export function keyOf({ operationId }: ReadEndpoint, { params }: EndpointCall): string {
  return [operationId, ...Object.values(params)].join(' ');
}
