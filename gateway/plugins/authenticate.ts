import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Identity } from '../auth/known-client.ts';
import { Problem } from '../problem/problem.ts';

/**
 * Lets nobody past without an active integration's credentials (spec: Authentication; decisions 3.5). With callbacks, because nearly every
 * request finds its credentials remembered and need not wait for a promise.
 */
export function authenticate({ authenticator }: { readonly authenticator: Authenticator }) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const settle = (identity: Identity | null): void => {
      if (identity) {
        request.actor = identity.actor;
        request.identityToken = identity.token;
      }
      done(identity ? undefined : unauthorized());
    };
    const identity = authenticator.authenticate(request.headers.authorization);
    if (identity instanceof Promise) identity.then(settle, done);
    else settle(identity);
  };
}

function unauthorized(): Problem {
  return new Problem(401, 'unauthorized', {
    detail: 'The credentials are missing, malformed or wrong, or the integration is not active.',
    headers: { 'www-authenticate': 'Basic realm="api", charset="UTF-8"' },
  });
}
