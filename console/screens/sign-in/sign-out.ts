import { SessionService } from '../../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { publicScreen } from '../../route/screen.ts';

/** Ends the session. For everybody, because a session may have ended by itself. */
export const signOut = publicScreen({
  path: '/sign-out',
  success: 'You have signed out.',
  async submit({ send, session }) {
    if (session) await send(SessionService.method.endSessions, { id: session.actor.sessionId });
    return { to: '/console/sign-in', session: null };
  },
});
