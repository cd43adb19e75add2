import { query } from '../../../platform/handler/query.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { isLiveSession } from '../domain/sign-in.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { listSessions as list, sessionMessage } from '../store/sessions.ts';

/** The caller's sessions that have not ended, the newest first. */
export const listSessions = query(SessionService.method.listSessions, async (db, _, { actor, now }) => {
  const administrator = administratorOf(actor);
  const live = (await list(db, administrator)).filter((session) => isLiveSession(session, now));
  return { sessions: live.map((session) => sessionMessage(session, session.id === administrator.sessionId)) };
});
