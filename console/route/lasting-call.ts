import { type Call, callerOf } from '../../platform/calls/caller.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import { deadlineAfter, isYounger } from '../../platform/core/clock.ts';
import { hasRole, type RoleNeed } from '../../platform/core/roles.ts';
import { Failure, RoleFailure } from '../http/failure.ts';
import { authenticate, type Session } from '../session/session.ts';
import type { ConsoleDeps } from './console-deps.ts';

/**
 * Calls for an answer that takes minutes: each with a deadline of its own. The session is asked for again and again, so that
 * who is removed, has ended the session or has lost the role gets no more.
 * @param token the session's
 * @param need the roles of the screen
 */
export function lastingCaller(
  deps: Pick<ConsoleDeps, 'router' | 'institutions' | 'clock'>,
  { signal, requestId }: CallContext,
  token: string | undefined,
  need: RoleNeed,
): Call {
  let session: Session | undefined;
  let askedAt = 0;
  return async (method, request) => {
    const shared = { requestId, deadline: deadlineAfter(CALL_MS), ...(signal && { signal }) };
    if (!session || !isYounger(askedAt, deps.clock.now(), SESSION_MS)) {
      askedAt = deps.clock.now();
      const found = await authenticate(deps, shared, token);
      if (!found) throw new Failure(403);
      if (!hasRole(found.actor.roles, need)) throw new RoleFailure(need);
      session = found;
    }
    return callerOf(deps.router, { ...shared, actor: session.actor, token: session.token })(method, request);
  };
}

const CALL_MS = 10_000;
/** As long as a role that was taken away may still serve. */
const SESSION_MS = 5_000;
