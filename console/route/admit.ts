import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasRole } from '../../platform/core/roles.ts';
import { Failure, RoleFailure } from '../http/failure.ts';
import { authenticate } from '../session/session.ts';
import { sendToSignIn } from './answer.ts';
import type { AdmittedScreen } from './audience.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { RequestLimits } from './request-limits.ts';
import { stateOf } from './request-state.ts';

/** Rate-limits each address before authentication. Install before all routes. */
export function limitAddresses(app: FastifyInstance, { perAddress }: RequestLimits): void {
  const check = app.createRateLimit({ max: perAddress, keyGenerator: ({ ip }) => `address ${ip}` });
  app.addHook('onRequest', async (request) => refuseBeyond(await check(request)));
}

/**
 * The checks that a request passes before its screen sees it, and before its body is read: the form's origin, the
 * session, its limit.
 */
export function admission(app: FastifyInstance, screen: AdmittedScreen, deps: ConsoleDeps) {
  const { own, limits } = deps;
  const check = app.createRateLimit({
    max: limits.perSession,
    keyGenerator: (request) => `session ${stateOf(request).session?.actor.sessionId}`,
  });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { origin, cookies } = own();
    const isOpen = screen.isPublic && screen.isSentFromAnywhere === true;
    if (!isOpen && request.method === 'POST' && !origin.isSenderOf(request.headers)) throw new Failure(403);
    const state = stateOf(request);
    const token = cookies.session(request);
    state.session = await authenticate(deps, state.context, token, cookies.formsOf(request));
    if (state.session) {
      refuseBeyond(await check(request));
      const { sees, acts } = screen.audience;
      const need = request.method === 'POST' ? acts : sees;
      // Before its record is looked for: whoever lacks the role does not learn what there is.
      if (!hasRole(state.session.actor.roles, need)) throw new RoleFailure(acts);
      return holdPlace(reply, deps.underWay, state.session.actor.sessionId);
    }
    if (token !== undefined) cookies.end(reply);
    if (screen.isPublic) return;
    // The typed values are read, to be kept.
    if (request.method === 'POST' && TYPED.test(request.headers['content-type'] ?? '')) return;
    return sendToSignIn(request, reply, screen);
  };
}

/** Counts a request of a session until its response has been sent. Its service works for others meanwhile. */
function holdPlace({ raw }: FastifyReply, underWay: Map<string, number>, sessionId: string): void {
  // Its sender has gone, so that nothing would give the place back.
  if (raw.destroyed) return;
  const held = underWay.get(sessionId) ?? 0;
  if (held >= MAX_UNDER_WAY) throw new Failure(429, { retryAfterSeconds: 60 });
  underWay.set(sessionId, held + 1);
  raw.once('close', () => {
    const left = (underWay.get(sessionId) ?? 0) - 1;
    if (left > 0) underWay.set(sessionId, left);
    else underWay.delete(sessionId);
  });
}

/** More pages than a person opens at once; one whose service is slow takes up to ten seconds. */
const MAX_UNDER_WAY = 16;

/** A form without files. */
const TYPED = /^application\/x-www-form-urlencoded\b/i;

/** The outcome of a check, as the plugin gives it. */
type Checked = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuseBeyond(checked: Checked): void {
  if (!checked.isAllowed && checked.isExceeded) throw new Failure(429, { retryAfterSeconds: checked.ttlInSeconds });
}
