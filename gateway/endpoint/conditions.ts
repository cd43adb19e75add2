import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem/problem.ts';
import type { Precondition } from './endpoint-call.ts';
import { hasTag, ifMatch, ifNoneMatch, isTagList, parseIfMatch, parseIfNoneMatch } from './etag.ts';

/**
 * The conditions of requests for resources with an ETag, in the order of RFC 9110, 13.2.2: If-Match, then
 * If-None-Match.
 */

/**
 * Throws for an If-Match or If-None-Match with a member that is no entity tag, whatever else it has, and for an
 * If-Match without any: it would never match. Needs no stored data (decisions 1.4).
 */
export function checkConditions({ headers }: FastifyRequest): void {
  for (const field of ['If-Match', 'If-None-Match'] as const) {
    const header = headers[field.toLowerCase() as Lowercase<typeof field>];
    if (header === undefined || (isTagList(header) && (field === 'If-None-Match' || hasTag(header)))) continue;
    const message = 'must be an entity tag in double quotes, as the header ETag has it, a list of them, or *';
    throw new Problem(400, 'bad_request', {
      detail: `The header ${field} is not a list of entity tags.`,
      violations: [{ field, pointer: '', code: 'invalid_string', message }],
    });
  }
}

/**
 * Sets the ETag of the answer to a GET or HEAD. Returns true when the client already has that representation: send 304.
 * Throws 412 when If-Match names another one.
 * @param cacheControl who may cache it; every cache must revalidate
 */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  cacheControl: 'no-cache' | 'private, no-cache' = 'private, no-cache',
): boolean {
  checkConditions(request);
  const { 'if-match': required, 'if-none-match': known } = request.headers;
  if (required !== undefined && !ifMatch(required, etag)) {
    throw new Problem(412, 'precondition_failed', { detail: 'The resource has another ETag than If-Match names.' });
  }
  reply.headers({ etag, 'cache-control': cacheControl });
  return known !== undefined && ifNoneMatch(known, etag);
}

/**
 * The conditions of a write as the services' Precondition, which they check with the write in one step. They report a
 * required If-Match that is missing, because 428 comes after 404 (decisions 1.4), and before If-None-Match, which
 * cannot make up for it.
 */
export function preconditionOf(
  { headers }: FastifyRequest,
  declared: 'required' | 'optional' | undefined,
): Precondition | undefined {
  const { 'if-match': required, 'if-none-match': excluded } = headers;
  if (!declared || (required === undefined && (declared === 'required' || excluded === undefined))) return undefined;
  const { any, revisions } = required === undefined ? { any: true, revisions: [] } : parseIfMatch(required);
  if (excluded === undefined) return { any, revisions };
  const none = parseIfNoneMatch(excluded);
  return { any, revisions, none: none.any, otherThan: none.revisions };
}
