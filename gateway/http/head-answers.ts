import type { FastifyInstance, onSendHookHandler } from 'fastify';

/**
 * Fastify gives an answer to HEAD that has no body the length 0. Of a 304 that would be the length of the 200, which
 * caches keep (RFC 9110, 8.6): it has none. Install before all routes.
 */
export function sendNoLengthOfNotModified(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], dropLength].flat();
  });
}

const dropLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length');
  done(null, payload);
};
