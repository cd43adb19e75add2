import { callerOf, type Router } from '../../platform/calls/caller.ts';
import { type AdministratorActor, ANONYMOUS } from '../../platform/core/actor.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { readRoles } from '../../platform/core/roles.ts';
import { SessionService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { Institutions, ShownInstitution } from './institutions.ts';

/** Who has signed in, with the signed identity that calls carry. */
export interface Session extends ShownInstitution {
  readonly actor: AdministratorActor;
  readonly token: string;
  readonly userName: string;
  /** The person's choice, else the institution's (BCP 47); empty if there is none. */
  readonly language: string;
  /** The person's choice alone. */
  readonly ownLanguage: string;
  /** For which Excel the person's CSV files are written; empty for all programs. */
  readonly excelLanguage: string;
  /** In a form, it names the person and the browser the form was shown to, also after the session has ended. */
  readonly formToken: string;
}

/**
 * The session of a cookie's token, or null. Identity is asked at each request, so that who is removed or has ended a
 * session is out with the next one.
 * @param browserToken for forms: where they are shown
 */
export async function authenticate(
  { router, institutions }: { readonly router: Router; readonly institutions: Institutions },
  context: Omit<CallContext, 'actor' | 'token'>,
  token: string | undefined,
  browserToken = '',
): Promise<Session | null> {
  if (token === undefined || !TOKEN.test(token)) return null;
  const call = callerOf(router, { ...context, actor: ANONYMOUS });
  const { identity } = await call(SessionService.method.authenticateSession, { token, browserToken });
  if (!identity) return null;
  const { userId, userName, institutionId, sessionId, formToken, roles, language, excelLanguage } = identity;
  const actor = {
    kind: 'administrator',
    institutionId,
    userId,
    name: userName,
    sessionId,
    roles: readRoles(roles),
  } as const;
  const own = callerOf(router, { ...context, actor, token: identity.token });
  const institution = await institutions.of(institutionId, own);
  return {
    ...institution,
    actor,
    token: identity.token,
    userName,
    formToken,
    language: language || institution.language,
    ownLanguage: language,
    excelLanguage,
  };
}

/** Ends the session that a browser has, if it has one that has not ended. */
export async function endSession(
  router: Router,
  { session, context }: { readonly session: Session | null; readonly context: Omit<CallContext, 'actor' | 'token'> },
): Promise<void> {
  if (!session) return;
  const { actor, token } = session;
  try {
    await callerOf(router, { ...context, actor, token })(SessionService.method.endSessions, { id: actor.sessionId });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'ADMINISTRATOR_SESSION_NOT_FOUND')) throw error;
  }
}

/** 32 bytes in base64url. Whatever else a cookie holds costs no call. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
