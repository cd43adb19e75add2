import type { IncomingMessage } from 'node:http';
import type { Ids } from '../../platform/core/ids.ts';

const OWN_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The client's own X-Request-Id when it is well-formed, else a new UUID (decisions 1.3). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>, ids: Ids): string {
  const own = request.headers['x-request-id'];
  return typeof own === 'string' && OWN_ID.test(own) ? own : ids.newRequestId();
}
