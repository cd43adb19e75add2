import { type Fragment, rich } from '../../rich.ts';

/** Directory sync. */
export const directorySync = {
  title: 'Directory sync',
  about: (address: Fragment) => rich`A directory creates, changes and archives people at ${address}.`,
  list: 'Directory syncs',
  none: 'No directory sync yet',
  noneText:
    'Entra ID, Okta, Keycloak and others keep people up to date by SCIM 2.0. Create a token and enter it there.',
  connect: 'Connect a directory',
  nameHelp: 'The name of your directory, such as “Entra ID”. You can connect up to five.',
  createToken: 'Create token',
  created: 'The token was created.',
  ended: 'Ended',
  stopped: 'Archiving stopped',
  stoppedAfter: (badge: Fragment, count: number) => rich`${badge} after ${count} people`,
  tokenCount: (count: number) => `${count} tokens`,
  noAction: 'None',
  allow: 'Allow archiving',
  allowed: 'The directory sync may archive people again.',
  allowTitle: (name: string) => `Allow ${name} to archive people`,
  allowQuestion: (name: string) => `Allow ${name} to archive more people?`,
  whyStopped:
    'It was stopped because it archived more than a fifth of the people within an hour, or changed the emails with which they sign in. Check that this was intended before you allow more.',
  checkDirectory: 'If you didn’t expect that, check the directory first: it may have lost people.',
  hasEnded: 'The token has ended.',
  endTitle: (name: string) => `End the token of ${name}`,
  endQuestion: (name: string) => `End the token of ${name}?`,
  endSoon: 'Within seconds, the directory will no longer be able to add or change people.',
  endLater: 'The people it created will not be removed. To connect it again, create a new token.',
  endToken: 'End token',
};
