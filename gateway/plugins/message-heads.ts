import type { IncomingMessage } from 'node:http';
import type { Ids } from '../../platform/core/ids.ts';
import { Problem } from '../problem/problem.ts';

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

/** What is wrong with a request that the parser takes. */
export function messageFault(request: IncomingMessage): Problem | undefined {
  const detail = faultOf(request);
  return detail === undefined ? undefined : new Problem(400, 'bad_request', { detail });
}

function faultOf(request: IncomingMessage): string | undefined {
  if (request.httpVersionMajor !== 1) return 'The version of HTTP must be 1.1 or 1.0.';
  const { host, authorization } = linesOf(request);
  if (host > 1) return 'The header Host must not be repeated.';
  if (authorization > 1) return 'The header Authorization must not be repeated.';
  if (host === 0 && request.httpVersion === '1.1') return 'The header Host is required.';
  return undefined;
}

/** How many lines a request has of the headers of which Node shows only the first. */
function linesOf({ rawHeaders }: IncomingMessage): { host: number; authorization: number } {
  const lines = { host: 0, authorization: 0 };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // The length first: it spares nearly all names the conversion.
    if (name.length === 4 && name.toLowerCase() === 'host') lines.host++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') lines.authorization++;
  }
  return lines;
}
