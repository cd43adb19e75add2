import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { inWords, linkButton } from '../components/elements.ts';
import { type Html, html } from '../components/html.ts';
import { t } from '../components/language.ts';
import { HOME } from '../components/navigation.ts';
import { timeAhead } from '../components/time.ts';
import { Failure, failureOf, RoleFailure } from '../http/failure.ts';
import { authenticate } from '../session/session.ts';
import { sendPage } from './answer.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { optionalCaller } from './optional-call.ts';
import { asReader } from './reader.ts';
import { stateOf } from './request-state.ts';

/** Turns everything that fails into a page. */
export function answerFailures(app: FastifyInstance, deps: ConsoleDeps): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error);
    return asReader(request, deps, async () => {
      const help = failure instanceof RoleFailure ? await whoHelps(request, failure, deps) : undefined;
      return sendFailure(request, reply, failure, deps, help);
    });
  });
  app.setNotFoundHandler(async (request, reply) => {
    const state = stateOf(request);
    state.session ??= await authenticate(deps, state.context, deps.own().cookies.session(request)).catch(() => null);
    return asReader(request, deps, () => sendFailure(request, reply, new Failure(404), deps));
  });
}

/** What is missing, and who can give it: without their names while identity is away. */
async function whoHelps(request: FastifyRequest, { roles }: RoleFailure, { router }: ConsoleDeps): Promise<Html> {
  const { session, context } = stateOf(request);
  const call = session && optionalCaller(router, { ...context, actor: session.actor, token: session.token });
  const { names = [] } = (await call?.(AdministratorService.method.listOwners, {})) ?? {};
  const needed =
    roles.length > 0 &&
    t.failures.roleNeeded(
      inWords(
        roles.map((role) => t.roles[role]),
        'or',
      ),
    );
  const owners = names.length === 0 ? t.failures.anOwner : inWords(names, 'or');
  return html`<p>${needed}${t.failures.ownersHelp(owners)}</p>`;
}

function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  deps: ConsoleDeps,
  help?: Html,
): FastifyReply {
  const { status, words, retryAfterSeconds, frozenUntil, cause } = failure;
  const [title, text] = words;
  const present = { now: deps.clock.now(), timeZone: stateOf(request).session?.timeZone ?? 'UTC' };
  const end = frozenUntil !== undefined && html`<p>${t.failures.frozenEnds(timeAhead(frozenUntil, present))}</p>`;
  if (status === 500)
    deps.log.error({ requestId: request.id, route: request.routeOptions.url, err: cause }, 'request failed');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const body = html`<div class="confirm"><p class="muted small">${status}</p><h1>${title}</h1><p>${text}</p>${help}${end}<p class="muted small">${t.failures.requestId} <span class="mono">${request.id}</span></p><p>${linkButton(HOME, t.failures.goHome)}</p></div>`;
  return sendPage(request, reply, { title, body, status }, deps);
}
