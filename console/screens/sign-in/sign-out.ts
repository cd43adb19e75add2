import { publicScreen } from '../../route/screen.ts';

/** Ends the session. For everybody, because a session may have ended by itself. */
export const signOut = publicScreen({
  path: '/sign-out',
  success: 'You have signed out.',
  submit: async () => ({ to: '/console/sign-in', session: null }),
});
