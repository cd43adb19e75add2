import type { IncomingMessage } from 'node:http';
import type { Ids } from '../../platform/core/ids.ts';

/** Gives requests their ids: the client's own X-Request-Id when it is well-formed, else a new UUID (decisions 1.3). */
export function requestIdsFrom(ids: Ids): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const own = headers['x-request-id'];
    return typeof own === 'string' && OWN_ID.test(own) ? own : ids.newRequestId();
  };
}

const OWN_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Headers of every answer. Nobody keeps one: answers hold people's data, and problems are those of the moment. What may be kept, and on which
 * terms, says so in a Cache-Control of its own.
 */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
}
