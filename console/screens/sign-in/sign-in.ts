import {
  type GetSignInLanguageRequest,
  SessionService,
} from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { faultSummary, linkButton, submitButton } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { HOME } from '../../components/navigation.ts';
import type { Page } from '../../components/page.ts';
import { passkeyForm } from '../../components/passkey-form.ts';
import { nextPage } from '../../http/next-page.ts';
import { type PublicVisit, publicScreen, type Visit } from '../../route/screen.ts';

/**
 * The page of a browser without a session. Signs in with a passkey, which names its owner, so that no name is typed.
 */
export const signIn = publicScreen({
  path: '/sign-in',
  view: (visit) => (visit.session ? { to: nextPage(visit.query.next, HOME) } : signInPage(visit, {})),
  async submit(visit) {
    const { send, values, site, origin, query } = visit;
    const { session } = await send(PasskeyService.method.finishPasskeySignIn, {
      relyingParty: site.relyingParty,
      credential: values.credential ?? '',
      origin,
    });
    return session ? { to: nextPage(query.next, HOME), session } : signInPage(visit, { fault: t.signIn.rejected });
  },
});

/** The sign-in page. */
export function signInPage(
  { site, query: { next } }: Visit,
  { fault, more }: { readonly fault?: string; readonly more?: Html },
): Page {
  const action = `/console/sign-in${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`;
  return {
    title: t.signIn.title,
    ...(fault === undefined ? {} : { status: 403 }),
    body: html`<div><h1>${t.signIn.title}</h1><p class="muted">${t.signIn.forWhom}</p></div>
${fault !== undefined && faultSummary(fault, [])}${passkeyForm({
  form: html`<form class="form" method="post" action="${action}">${submitButton(t.signIn.withPasskey, 'primary wide')}</form>`,
  options: '/console/sign-in-options',
  site,
})}${more}
<p class="small muted">${t.signIn.noPasskey}</p>`,
  };
}

/** The language of whoever is about to sign in; empty while identity is away. */
export async function languageOf(
  { callIfAvailable }: PublicVisit,
  by: GetSignInLanguageRequest['by'],
): Promise<string> {
  return (await callIfAvailable(SessionService.method.getSignInLanguage, { by }))?.language ?? '';
}

/** The options with which the browser finds a passkey. They name no user. */
export const signInOptions = publicScreen({
  path: '/sign-in-options',
  async submit({ send, site: { relyingParty } }) {
    const { options } = await send(PasskeyService.method.beginPasskeySignIn, { relyingParty });
    return { json: options };
  },
});

/** Ends the session. For everybody, because a session may have ended by itself. */
export const signOut = publicScreen({
  path: '/sign-out',
  success: () => t.signIn.signedOut,
  submit: async () => ({ to: '/console/sign-in', session: null }),
});

/**
 * A one-time link. Opening it shows the user and the institution, and changes nothing: programs that open the links of
 * mails do not use it up; the button does.
 */
export const link = publicScreen({
  path: '/link/{code}',
  language: (visit) => languageOf(visit, { case: 'code', value: visit.params.code ?? '' }),
  async view({ call, params: { code = '' }, query, session }) {
    const { link: found } = await call(SessionService.method.getSignInLink, { code });
    if (!found) return gone(query);
    const { institutionName, userName, email } = found;
    return {
      title: t.signIn.to(institutionName),
      body: html`<div><h1>${t.signIn.to(institutionName)}</h1><p class="muted">${t.signIn.as(userName, email)}</p></div>
<form class="form" method="post">${submitButton(t.signIn.title, 'primary wide')}</form>${session && html`<p class="small">${t.signIn.isSignedInAs(session.userName)}</p>`}
<p class="small muted">${t.signIn.notYou}</p>`,
    };
  },
  async submit({ send, params: { code = '' }, query, origin }) {
    const { session } = await send(SessionService.method.signInWithLink, { code, origin });
    return session ? { to: HOME, session } : gone(query);
  },
});

/** A used link is not known any more: its address says who had made it. */
function gone({ from }: Visit['query']): Page {
  // As identity writes it.
  const whom =
    from === 'administrator'
      ? t.signIn.askAdministrator
      : t.signIn.askOperator(html`<code>lyceum administrators link</code>`, html`<code>npm start</code>`);
  return {
    title: t.signIn.linkGone,
    status: 410,
    body: html`<div><h1>${t.signIn.linkGone}</h1><p class="muted">${t.signIn.linkGoneText}</p></div>
<p>${whom} ${t.signIn.alreadyUsed}</p>
<p>${linkButton(HOME, t.failures.goHome)}</p>`,
  };
}
