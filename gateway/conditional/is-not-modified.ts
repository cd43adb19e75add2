import type { FastifyReply, FastifyRequest } from 'fastify';
import { ifNoneMatch } from './etag.ts';

/**
 * Gives an answer its ETag; true when the client has that representation, so that 304 is to be sent.
 * @param cacheControl who may keep it; whoever does asks each time whether it is still the same
 */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  cacheControl: 'no-cache' | 'private, no-cache' = 'private, no-cache',
): boolean {
  reply.headers({ etag, 'cache-control': cacheControl });
  const condition = request.headers['if-none-match'];
  return condition !== undefined && ifNoneMatch(condition, etag);
}
