import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { openIdConfig } from '../config.ts';
import { hashSecret } from '../domain/secrets.ts';
import { isLiveSession, isUseUnwritten } from '../domain/sign-in.ts';
import { browserOf, formTokens } from '../sign-in/owner-token.ts';
import { findSessionByToken, writeSessionUse } from '../store/sessions.ts';

/**
 * The administrator of a session, with the signed identity that all services trust. The console calls this for each
 * request of a browser and caches nothing: an ended session, a removed administrator and an archived user are refused
 * with the next request. It reads one row, and writes at most once a minute for each session.
 */
export const authenticateSession = command(SessionService.method.authenticateSession, {
  async prepare({ token }, { runtime, now }) {
    const session = await findSessionByToken(runtime.db, hashSecret(token));
    return session && isLiveSession(session, now) ? session : null;
  },
  async run(tx, { browserToken }, { prepared: session, runtime, now }) {
    if (!session) return { response: {} };
    const { id: sessionId, institutionId, userId, userName } = session;
    if (isUseUnwritten(session, now)) writeSessionUse(tx, { ...session, lastUsedAt: toInstantText(now) });
    const actor = { kind: 'administrator', institutionId, userId, name: userName, sessionId } as const;
    const token = await present(runtime.issuer, 'issuer').issue(actor);
    const browser = browserOf(browserToken);
    const formToken = formTokens.seal(openIdConfig(runtime).keys, { institutionId, userId, browser });
    return { response: { identity: { userId, userName, institutionId, sessionId, token, formToken } } };
  },
});
