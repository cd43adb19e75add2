import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticator.ts';
import { Problem } from '../problem/problem.ts';

/** Lets nobody past without an active integration's credentials (spec: Authentication; decisions 3.5). */
export function authenticate({ authenticator }: { readonly authenticator: Authenticator }) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const identity = await authenticator.authenticate(request.headers.authorization);
    if (!identity) {
      throw new Problem(401, 'unauthorized', {
        detail: 'The credentials are missing, malformed or wrong, or the integration is not active.',
        headers: { 'www-authenticate': 'Basic realm="api", charset="UTF-8"' },
      });
    }
    request.actor = { kind: 'integration', ...identity };
  };
}
