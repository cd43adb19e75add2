import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';

/** Ends all of the administrator's sessions, this one included. */
export const endAllSessions = screen({
  path: '/account/sessions/end-all',
  success: 'All your sessions have ended.',
  view: (_visit, form) => ({
    title: 'End all sessions',
    body: confirmation(form, {
      title: 'End all your sessions?',
      consequences: [
        'You will be signed out everywhere, including this browser.',
        'To sign in again, you will need a passkey, your institution’s account or a new link.',
      ],
      act: 'End all sessions',
      back: '/console/account',
    }),
  }),
  async submit({ send }) {
    await send(SessionService.method.endSessions, {});
    return { to: '/console/sign-in', session: null };
  },
});
