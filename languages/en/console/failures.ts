import { type Fragment, rich } from '../../rich.ts';

/** Why a page cannot be shown, or a form was not saved. */
export const failures = {
  badRequest: 'Bad request',
  badRequestText: 'The console doesn’t understand this request. Go back and try again.',
  notFromHere: 'Not sent from this console',
  notFromHereText:
    'The form didn’t come from a page of this console, so nothing was changed. Open the page here and send it again.',
  notFound: 'Not found',
  notFoundText: 'This page doesn’t exist, or it belongs to another institution.',
  tooLarge: 'Too large',
  tooLargeText: 'The file is larger than anything that the console takes. Go back, and send a smaller one.',
  tooMany: 'Too many requests',
  tooManyText: 'The console has received too many requests at once. Wait a minute, then try again.',
  ours: 'Something went wrong on our side',
  oursText:
    'The request could not be completed. If it happens again, give the request ID to the person who runs your Lyceum server.',
  unavailable: 'Part of Lyceum is temporarily unavailable',
  unavailableText: 'Your data is safe. Try again in a few seconds.',
  roleMissing: 'Your roles don’t include this',
  roleMissingText: 'Nothing was changed.',
  frozen: 'Nothing can be changed at the moment',
  frozenText: 'Your institution stands still. You can go on reading.',
  frozenEnds: (when: Fragment) => rich`It ends ${when} at the latest.`,
  frozenForm: (until: string) =>
    `Nothing can be changed at the moment: your institution stands still until ${until}. Nothing was saved. Send the form again after that.`,
  roleNeeded: (roles: string) => `It takes the role ${roles}. `,
  ownersHelp: (names: string) => `${names} can change your roles.`,
  anOwner: 'An owner',
  requestId: 'Request ID',
  goHome: 'Go to the console',
  changedBy: (names: string, what: string, at: string) =>
    `Nothing was saved: after you opened this form, ${names} changed ${what} (${at}).`,
  maybeChanged: (what: string) => `Nothing was saved: ${what} may have changed after you opened this form.`,
  checkAndSave: 'Your changes are still below. Check them, then save again.',
  isNow: (value: Fragment) => rich`now ${value}`,
  kept: 'Your session had ended, so nothing was saved. Sign in, and the form is there as you filled it in: what you typed is kept for 30 minutes.',
  ended: 'Your session had ended, so nothing was done. Sign in, then try again.',
  restored:
    'Your session had ended, so nothing was saved. What you typed is here again, without secrets and files. Check it, then send the form.',
  chooseOne: 'Choose one of these.',
  fillIn: 'Fill this in.',
  atMostCharacters: (count: number) => `At most ${count} characters.`,
  mustBeNumber: 'Must be a number, such as 45 or 52.5.',
  dateAndTime: 'A date and a time of day.',
  yearsAllowed: 'Must be in the years 1970 to 9998.',
  noSuchTime: (from: string, to: string) => `This time doesn’t exist: the clocks go forward from ${from} to ${to}.`,
  laterThanFrom: 'Must be later than From.',
};
