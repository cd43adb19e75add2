import { ifNoneMatch, isNotModified } from '../conditional/etag.ts';
import type { ReadEndpoint } from './endpoint.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { checkParams, fieldsOf } from './request-checks.ts';
import { sendResource } from './send-resource.ts';

/** Answers with a cached representation; false when it must be built. */
type AnswerFromCache = (...call: Parameters<Handler>) => Promise<boolean>;

/**
 * Answers reads of an endpoint from the cache, if the stamp, fetched in this request, is unchanged: no answer shows less than what was
 * committed before its request came. This saves nearly all of the request's cost, so it does not queue with large requests. Undefined when
 * the endpoint caches nothing.
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
    // Selected fields are picked from the records, which are not cached.
    if (fields && !ifNoneMatch(request.headers['if-none-match'] ?? '', cached.etag)) return false;
    if (isNotModified(request, reply, cached.etag)) reply.code(304).send();
    else sendResource(request, reply, cached.data, deps);
    return true;
  };
}

/** The key of the representation within the institution. */
export function keyOf({ operationId }: ReadEndpoint, { params }: EndpointCall): string {
  return [operationId, ...Object.values(params)].join(' ');
}
