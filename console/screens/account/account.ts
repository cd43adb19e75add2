import { type Session, SessionService, SignInMethod } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { badge, heading, linkButton, postButton, section } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { dateTime, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { passkeysSection } from './passkeys.ts';
import { problemMailSection } from './problem-mail.ts';

/** The administrator's passkeys and sessions. */
export const account = screen({
  path: '/account',
  success: 'The passkey was registered.',
  async view({ call, session, present, site }, state) {
    const [{ passkeys }, { sessions }, email] = await Promise.all([
      call(PasskeyService.method.listPasskeys, {}),
      call(SessionService.method.listSessions, {}),
      problemMailSection({ call }, state.key),
    ]);
    const list = table<Session>({
      label: 'Sessions',
      rows: sessions,
      columns: [
        {
          head: 'Browser',
          cell: (each) => html`${browserOf(each)}${each.isCurrent && html` ${badge('good', 'This one')}`}`,
        },
        { head: 'Address', cell: ({ origin }) => html`<span class="mono muted">${origin?.address}</span>` },
        {
          head: 'Signed in',
          cell: ({ createdAt, method }) =>
            html`${time(createdAt, present)} <span class="muted">${METHODS[method]}</span>`,
        },
        { head: 'Last used', cell: ({ lastUsedAt }) => time(lastUsedAt, present) },
        { head: 'Ends', cell: ({ expiresAt }) => dateTime(expiresAt, present) },
        {
          head: 'Action',
          kind: 'action',
          cell: (each) =>
            postButton(`/console/account/sessions/${each.id}/end`, 'End session', 'danger', `in ${browserOf(each)}`),
        },
      ],
      empty: { title: 'No sessions', text: 'Your active sessions appear here.' },
    });
    return {
      title: 'Account',
      body: html`${heading({ title: 'Account', about: `${session.userName}, administrator of ${session.institutionName}` })}
${passkeysSection(passkeys, { present, site }, state)}
${email}
${section('sessions', 'Sessions', html`<p class="muted">Where you are signed in. A session ends after 12 hours, or after an hour without use.</p>${list}`, sessions.length > 1 && linkButton('/console/account/sessions/end-all', 'End all sessions', 'danger'))}`,
    };
  },
  async submit({ send, values: { name = '', credential = '' }, site: { relyingParty } }) {
    await send(PasskeyService.method.finishPasskeyRegistration, { relyingParty, name, credential });
    return { to: '/console/account' };
  },
});

/** The browser and the system, if the `User-Agent` names them. */
function browserOf({ origin }: Session): string {
  const agent = origin?.userAgent ?? '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return agent === '' ? 'Unknown browser' : agent.slice(0, SHOWN_CHARACTERS);
  return system === undefined ? browser : `${browser} on ${system}`;
}

const SHOWN_CHARACTERS = 40;
/** Most browsers also claim to be those further down. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const METHODS: Readonly<Record<SignInMethod, string>> = {
  [SignInMethod.UNSPECIFIED]: '',
  [SignInMethod.LINK]: 'with a link',
  [SignInMethod.PASSKEY]: 'with a passkey',
  [SignInMethod.OPENID]: 'with OpenID Connect',
};

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

/** Ends one of the administrator's sessions. */
export const endSession = screen({
  path: '/account/sessions/{id}/end',
  success: 'The session has ended.',
  async submit({ send, params: { id = '' }, session }) {
    await send(SessionService.method.endSessions, { id });
    return id === session.actor.sessionId ? { to: '/console/sign-in', session: null } : { to: '/console/account' };
  },
});
