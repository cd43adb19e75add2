import { expect, it } from 'vitest';
import { screens } from '../../console/screens/screens.ts';

/** Forms that change no record as somebody has seen it, and why. A form that does is declared by `changeScreen`. */
const OTHERS: Readonly<Record<string, string>> = {
  '/sign-in': 'begins a session',
  '/sign-in-options': 'begins a sign-in',
  '/link/{code}': 'uses up a link, which nobody changes',
  '/sign-out': 'ends the session',
  '/integrations/new': 'creates',
  '/integrations/directory-sync': 'creates',
  '/people/add': 'creates',
  '/people/import': 'keeps a file, which nobody changes',
  '/people/import/{id}': 'carries the state of all people that its preview has shown',
  '/time-records/add': 'creates',
  '/calendar-feeds/new/{of}/{id}': 'creates',
  '/calendar-feeds/{id}/revoke': 'ends a feed, which nobody can change',
  '/webhooks/new': 'creates',
  '/webhooks/{id}/enable': 'a button that shows nothing and sets one thing',
  '/webhooks/{id}/test': 'sends an event, and changes nothing',
  '/webhooks/{id}/replay': 'sends events, and changes nothing',
  '/webhooks/{id}/deliveries/{deliveryId}/send-again': 'sends an event, and changes nothing',
  '/administrators': 'adds an administrator',
  '/administrators/{userId}/new-link': 'makes a link, which nobody changes',
  '/administrators/{userId}/remove': 'ends a right, which has nothing to change',
  '/account': 'registers a passkey',
  '/account/passkeys/options': 'begins a registration',
  '/account/passkeys/{id}/rename': 'a passkey of one’s own, and its only field',
  '/account/passkeys/{id}/remove': 'a passkey of one’s own',
  '/account/sessions/{id}/end': 'a session of one’s own',
  '/account/sessions/end-all': 'sessions of one’s own',
};

const forms = screens.filter(({ submit }) => submit !== undefined);

it('each form of the console says what it was opened with, or changes no record', () => {
  const isChange = (each: (typeof forms)[number]) => !each.isPublic && each.isChange === true;
  expect(forms.filter((each) => !isChange(each) && OTHERS[each.path] === undefined).map(({ path }) => path)).toEqual(
    [],
  );
  const unused = Object.keys(OTHERS).filter((path) => !forms.some((each) => each.path === path && !isChange(each)));
  expect(unused).toEqual([]);
});
