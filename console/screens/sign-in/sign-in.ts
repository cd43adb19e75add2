import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { faultSummary, linkButton, submitButton } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { HOME } from '../../components/navigation.ts';
import type { Page } from '../../components/page.ts';
import { passkeyForm } from '../../components/passkey-form.ts';
import { nextPage } from '../../http/next-page.ts';
import { publicScreen, type Visit } from '../../route/screen.ts';

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
    return session ? { to: nextPage(query.next, HOME), session } : signInPage(visit, { fault: REJECTED });
  },
});

const REJECTED =
  'You weren’t signed in. The passkey may have been removed, its owner may no longer be an administrator, or it took too long.';

/** The sign-in page. */
export function signInPage(
  { site, query: { next } }: Visit,
  { fault, more }: { readonly fault?: string; readonly more?: Html },
): Page {
  const action = `/console/sign-in${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`;
  return {
    title: 'Sign in',
    ...(fault === undefined ? {} : { status: 403 }),
    body: html`<div><h1>Sign in</h1><p class="muted">For the administrators of an institution.</p></div>
${fault !== undefined && faultSummary(fault, [])}${passkeyForm({
  form: html`<form class="form" method="post" action="${action}">${submitButton('Sign in with a passkey', 'primary wide')}</form>`,
  options: '/console/sign-in-options',
  site,
})}${more}
<p class="small muted">No passkey yet? Ask another administrator, or the person who runs your Lyceum server, for a link that signs you in once.</p>`,
  };
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
  success: () => 'You have signed out.',
  submit: async () => ({ to: '/console/sign-in', session: null }),
});

/**
 * A one-time link. Opening it shows the user and the institution, and changes nothing: programs that open the links of
 * mails do not use it up; the button does.
 */
export const link = publicScreen({
  path: '/link/{code}',
  async view({ call, params: { code = '' }, query, session }) {
    const { link: found } = await call(SessionService.method.getSignInLink, { code });
    if (!found) return gone(query);
    const { institutionName, userName, email } = found;
    return {
      title: `Sign in to ${institutionName}`,
      body: html`<div><h1>Sign in to ${institutionName}</h1><p class="muted">as ${userName}, ${email}</p></div>
<form class="form" method="post">${submitButton('Sign in', 'primary wide')}</form>${session && html`<p class="small">You are signed in as ${session.userName}. Signing in here ends that session.</p>`}
<p class="small muted">If this isn’t you, close the page. The link stays valid until someone signs in with it.</p>`,
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
      ? 'Ask the administrator who gave it to you for a new one.'
      : html`Ask the person who runs your Lyceum server for a new one (<code>lyceum administrators link</code>; <code>npm start</code> prints one at each start).`;
  return {
    title: 'This link no longer works',
    status: 410,
    body: html`<div><h1>This link no longer works</h1><p class="muted">It was already used, or it has expired.</p></div>
<p>${whom} If you already signed in with it in this browser, you don’t need a new one.</p>
<p>${linkButton(HOME, 'Go to the console')}</p>`,
  };
}
