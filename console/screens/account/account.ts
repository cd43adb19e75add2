import { type Session, SessionService, SignInMethod } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { badge, heading, linkButton, postButton, section } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { dateTime, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { languageSection } from './language.ts';
import { passkeysSection } from './passkeys.ts';
import { problemMailSection } from './problem-mail.ts';

/** The administrator's passkeys and sessions. */
export const account = screen({
  path: '/account',
  success: () => t.account.passkeyRegistered,
  async view({ call, session, present, site, languages }, state) {
    const [{ passkeys }, { sessions }, email] = await Promise.all([
      call(PasskeyService.method.listPasskeys, {}),
      call(SessionService.method.listSessions, {}),
      problemMailSection({ call }, state.key),
    ]);
    const list = table<Session>({
      label: t.account.sessions,
      rows: sessions,
      columns: [
        {
          head: t.account.browser,
          cell: (each) => html`${browserOf(each)}${each.isCurrent && html` ${badge('good', t.account.thisOne)}`}`,
        },
        { head: t.words.address, cell: ({ origin }) => html`<span class="mono muted">${origin?.address}</span>` },
        {
          head: t.account.signedIn,
          cell: ({ createdAt, method }) =>
            html`${time(createdAt, present)} <span class="muted">${METHODS[method]?.()}</span>`,
        },
        { head: t.words.lastUsed, cell: ({ lastUsedAt }) => time(lastUsedAt, present) },
        { head: t.words.ends, cell: ({ expiresAt }) => dateTime(expiresAt, present) },
        {
          head: t.words.action,
          kind: 'action',
          cell: (each) =>
            postButton(
              `/console/account/sessions/${each.id}/end`,
              t.account.endSession,
              'danger',
              t.account.inBrowser(browserOf(each)),
            ),
        },
      ],
      empty: { title: t.account.noSessions, text: t.account.noSessionsText },
    });
    return {
      title: t.account.title,
      body: html`${heading({ title: t.account.title, about: t.account.about(session.userName, session.institutionName) })}
${passkeysSection(passkeys, { present, site }, state)}
${languageSection({ session, languages }, state.key)}${email}
${section('sessions', t.account.sessions, html`<p class="muted">${t.account.aboutSessions}</p>${list}`, sessions.length > 1 && linkButton('/console/account/sessions/end-all', t.account.endAll, 'danger'))}`,
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
  if (browser === undefined) return agent === '' ? t.account.unknownBrowser : agent.slice(0, SHOWN_CHARACTERS);
  return system === undefined ? browser : t.account.browserOn(browser, system);
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

const METHODS: Readonly<Record<SignInMethod, () => string>> = {
  [SignInMethod.UNSPECIFIED]: () => '',
  [SignInMethod.LINK]: () => t.account.withLink,
  [SignInMethod.PASSKEY]: () => t.account.withPasskey,
  [SignInMethod.OPENID]: () => t.account.withOpenId,
};

/** Ends all of the administrator's sessions, this one included. */
export const endAllSessions = screen({
  path: '/account/sessions/end-all',
  success: () => t.account.allEnded,
  view: (_visit, form) => ({
    title: t.account.endAll,
    body: confirmation(form, {
      title: t.account.endAllQuestion,
      consequences: [t.account.endAllEverywhere, t.account.endAllAfter],
      act: t.account.endAll,
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
  success: () => t.account.sessionEnded,
  async submit({ send, params: { id = '' }, session }) {
    await send(SessionService.method.endSessions, { id });
    return id === session.actor.sessionId ? { to: '/console/sign-in', session: null } : { to: '/console/account' };
  },
});
