import { type Fragment, rich } from '../../rich.ts';

/** The pages before anybody has signed in. */
export const signIn = {
  title: 'Sign in',
  forWhom: 'For the administrators of an institution.',
  withPasskey: 'Sign in with a passkey',
  noPasskey:
    'No passkey yet? Ask another administrator, or the person who runs your Lyceum server, for a link that signs you in once.',
  rejected:
    'You weren’t signed in. The passkey may have been removed, its owner may no longer be an administrator, or it took too long.',
  signedOut: 'You have signed out.',
  or: 'or',
  withAccount: 'Sign in with your institution’s account',
  to: (institution: string) => `Sign in to ${institution}`,
  as: (user: string, email: string) => `as ${user}, ${email}`,
  isSignedInAs: (user: string) => `You are signed in as ${user}. Signing in here ends that session.`,
  notYou: 'If this isn’t you, close the page. The link stays valid until someone signs in with it.',
  linkGone: 'This link no longer works',
  linkGoneText: 'It was already used, or it has expired.',
  askAdministrator: 'Ask the administrator who gave it to you for a new one.',
  askOperator: (command: Fragment, start: Fragment) =>
    rich`Ask the person who runs your Lyceum server for a new one (${command}; ${start} prints one at each start).`,
  alreadyUsed: 'If you already signed in with it in this browser, you don’t need a new one.',
  failed: 'You were not signed in',
  failedText: 'You couldn’t be signed in with your institution’s account.',
  stillSignedIn: (user: string) => `You are still ${user}.`,
  whyFailed:
    'Your institution may not have set this up, its sign-in service may be unavailable, or it didn’t confirm an administrator’s email address. Try again, or ask another administrator: they see the reason under Administrators.',
  otherWays: 'Other ways to sign in',
};
