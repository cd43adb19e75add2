import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { linkButton } from '../components/elements.ts';
import { html } from '../components/html.ts';
import { HOME } from '../components/navigation.ts';
import { timeAhead } from '../components/time.ts';
import { Failure, failureOf } from '../http/failure.ts';
import { authenticate } from '../session/session.ts';
import { sendPage } from './answer.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { stateOf } from './request-state.ts';

/** Turns everything that fails into a page. */
export function answerFailures(app: FastifyInstance, deps: ConsoleDeps): void {
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, failureOf(error), deps));
  app.setNotFoundHandler(async (request, reply) => {
    const state = stateOf(request);
    state.session ??= await authenticate(deps, state.context, deps.own().cookies.session(request)).catch(() => null);
    return sendFailure(request, reply, new Failure(404), deps);
  });
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure, deps: ConsoleDeps): FastifyReply {
  const { status, title, message, retryAfterSeconds, frozenUntil, cause } = failure;
  const present = { now: deps.clock.now(), timeZone: stateOf(request).session?.timeZone ?? 'UTC' };
  const end = frozenUntil !== undefined && html`<p>It ends ${timeAhead(frozenUntil, present)} at the latest.</p>`;
  if (status === 500)
    deps.log.error({ requestId: request.id, route: request.routeOptions.url, err: cause }, 'request failed');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const body = html`<div class="confirm"><p class="muted small">${status}</p><h1>${title}</h1><p>${message}</p>${end}<p class="muted small">Request ID <span class="mono">${request.id}</span></p><p>${linkButton(HOME, 'Go to the console')}</p></div>`;
  return sendPage(request, reply, { title, body, status }, deps);
}
