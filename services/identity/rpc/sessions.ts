import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { roleOf, rolesOf } from '../../../platform/core/roles.ts';
import { requireOpen } from '../../../platform/data/standstill/fence.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { openIdConfig } from '../config.ts';
import { refuse } from '../domain/refusals.ts';
import { hashSecret } from '../domain/secrets.ts';
import { isLiveSession, isUnexpired, isUseUnwritten } from '../domain/sign-in.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { browserOf, formTokens } from '../sign-in/owner-token.ts';
import { findLanguage, lockAdministrator } from '../store/administrators.ts';
import { findProviderByRef } from '../store/openid-providers.ts';
import {
  deleteSession,
  deleteSessions,
  deleteSignInLinks,
  findSessionByToken,
  findSignInLink,
  listSessions as list,
  sessionMessage,
  writeSessionUse,
} from '../store/sessions.ts';

/** The user whom a one-time link signs in. Changes nothing: programs that open links in mails do not use it up. */
export const getSignInLink = query(SessionService.method.getSignInLink, async (db, { code }, { now }) => {
  const link = await findSignInLink(db, hashSecret(code));
  if (!link || !isUnexpired(link, now)) return {};
  const { institutionName, userName, email, expiresAt } = link;
  return { link: { institutionName, userName, email, expiresAt } };
});

/** The language of whoever is about to sign in: the person's choice, else the institution's. */
export const getSignInLanguage = query(SessionService.method.getSignInLanguage, async (db, { by }, context) => {
  const link = by.case === 'code' ? await findSignInLink(db, hashSecret(by.value)) : null;
  const person = link && isUnexpired(link, context.now) ? link : null;
  const own = person && (await findLanguage(db, person, person.userId));
  if (own) return { language: own };
  const institution = by.case === 'institutionRef' ? await findProviderByRef(db, by.value) : person;
  if (!institution) return {};
  const call = await ownCall(context, institution.institutionId);
  const found = await call(InstitutionService.method.getInstitution, {});
  return { language: found.institution?.settings?.language ?? '' };
});

/**
 * Uses a one-time link up. The administrator's row is the lock: a second sign-in with the link waits for it, and finds
 * the link gone.
 */
export const signInWithLink = command(SessionService.method.signInWithLink, {
  of: 'own',
  async prepare({ code }, { runtime, now }) {
    const link = await findSignInLink(runtime.db, hashSecret(code));
    return link && isUnexpired(link, now) ? link : null;
  },
  async run(tx, { code, origin }, { prepared, ...context }) {
    if (!prepared) return { response: {} };
    requireOpen(tx, prepared.institutionId);
    const [administrator, link] = await Promise.all([
      lockAdministrator(tx, prepared, prepared.userId),
      findSignInLink(tx, hashSecret(code)),
    ]);
    if (!administrator || !link) return { response: {} };
    deleteSignInLinks(tx, link);
    const session = beginSession(
      tx,
      { administrator, userName: link.userName, method: 'link', origin: present(origin, 'origin') },
      context,
    );
    return { response: { session } };
  },
});

/**
 * The administrator of a session, with the signed identity that all services trust. The console calls this for each
 * request of a browser and caches nothing: an ended session, a removed administrator and an archived user are refused
 * with the next request. It reads one row, and writes at most once a minute for each session.
 */
export const authenticateSession = command(SessionService.method.authenticateSession, {
  of: 'trace',
  async prepare({ token }, { runtime, now }) {
    const session = await findSessionByToken(runtime.db, hashSecret(token));
    return session && isLiveSession(session, now) ? session : null;
  },
  async run(tx, { browserToken }, { prepared: session, runtime, now }) {
    if (!session) return { response: {} };
    const { id: sessionId, institutionId, userId, userName, language, excelLanguage } = session;
    const roles = rolesOf(session.roles);
    if (isUseUnwritten(session, now)) writeSessionUse(tx, { ...session, lastUsedAt: toInstantText(now) });
    const actor = { kind: 'administrator', institutionId, userId, name: userName, sessionId, roles } as const;
    const token = await present(runtime.issuer, 'issuer').issue(actor);
    const browser = browserOf(browserToken);
    const formToken = formTokens.seal(openIdConfig(runtime).keys, { institutionId, userId, browser });
    const shown = { userId, userName, institutionId, sessionId, token, formToken, language, excelLanguage };
    return { response: { identity: { ...shown, roles: roles.map(roleOf) } } };
  },
});

/** The caller's sessions that have not ended, or those of another user, the newest first. */
export const listSessions = query(SessionService.method.listSessions, async (db, { userId }, { actor, now }) => {
  const owner = userId === undefined ? administratorOf(actor) : { institutionId: actor.institutionId, userId };
  const live = (await list(db, owner)).filter((session) => isLiveSession(session, now));
  const current = actor.kind === 'administrator' ? actor.sessionId : null;
  return { sessions: live.map((session) => sessionMessage(session, session.id === current)) };
});

/** Ends one of the caller's sessions, or all: this one, too. */
export const endSessions = command(SessionService.method.endSessions, {
  async run(tx, { id }, { actor }) {
    const owner = administratorOf(actor);
    if (id === undefined) deleteSessions(tx, owner);
    else if (!(await deleteSession(tx, owner, id))) refuse('ADMINISTRATOR_SESSION_NOT_FOUND');
    return { response: {} };
  },
});
