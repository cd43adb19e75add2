import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { screen } from '../../route/screen.ts';

/** Ends one of the administrator's sessions. */
export const endSession = screen({
  path: '/account/sessions/{id}/end',
  success: 'The session has ended.',
  async submit({ send, params: { id = '' }, session }) {
    await send(SessionService.method.endSessions, { id });
    return id === session.actor.sessionId ? { to: '/console/sign-in', session: null } : { to: '/console/account' };
  },
});
