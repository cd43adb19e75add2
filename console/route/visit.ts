import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/calls/caller.ts';
import { ANONYMOUS } from '../../platform/core/actor.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { fileKeyOf } from '../session/file-key.ts';
import type { AdmittedScreen } from './audience.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { lastingCaller } from './lasting-call.ts';
import { optionalCaller } from './optional-call.ts';
import { stateOf } from './request-state.ts';
import type { PublicVisit, SessionVisit, Visit } from './screen.ts';
import { refuseBadText, valuesOf } from './sent-form.ts';

/**
 * A request as its screen sees it, and the context of its calls. Public screens call without an actor: who
 * signs in is not who the browser was signed in as, who may even be of another institution.
 */
export function visitOf(request: FastifyRequest, { isPublic, isLong, audience }: AdmittedScreen, deps: ConsoleDeps) {
  const { router, clock, own, publicUrl } = deps;
  const { session, context: begun } = stateOf(request);
  const shared = isLong ? { ...begun, deadline: deadlineAfter(LONG_MS) } : begun;
  const { origin, cookies } = own();
  const context =
    session && !isPublic ? { ...shared, actor: session.actor, token: session.token } : { ...shared, actor: ANONYMOUS };
  const need = request.method === 'POST' ? audience.acts : audience.sees;
  const query = valuesOf(request.query);
  refuseBadText(query);
  const visit: Omit<SessionVisit, 'session'> & Pick<PublicVisit, 'session' | 'openIdState'> = {
    params: request.params as Visit['params'],
    query,
    present: { now: clock.now(), timeZone: session?.timeZone ?? 'UTC' },
    origin: { userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT), address: request.ip },
    site: origin.siteOf(request.host),
    url: request.url,
    isFromConsole: origin.isSenderOf(request.headers),
    openIdState: cookies.openIdState(request),
    publicUrl: publicUrl(),
    languages: [...deps.languages.keys()],
    session,
    call: callerOf(router, context),
    callIfAvailable: optionalCaller(router, context),
    fileKey: fileKeyOf(cookies.session(request) ?? ''),
    callForLong: lastingCaller(deps, context, cookies.session(request), need),
    log: deps.log,
    callAfterwards: lastingCaller(deps, { ...context, signal: deps.stopping }, cookies.session(request), need),
  };
  return { visit, context };
}

const MAX_USER_AGENT = 200;
/** Less than proxies wait for an answer. */
const LONG_MS = 25_000;
