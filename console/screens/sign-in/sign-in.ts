import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { submitButton } from '../../components/button.ts';
import { type Html, html } from '../../components/html.ts';
import { faultSummary } from '../../components/message.ts';
import { HOME } from '../../components/navigation.ts';
import type { Page } from '../../components/page.ts';
import { passkeyForm } from '../../components/passkey-form.ts';
import { nextPage } from '../../http/next-page.ts';
import { publicScreen, type Visit } from '../../route/screen.ts';

/** Where somebody without a session arrives. Signs in with a passkey, which says whose it is: nobody types a name. */
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

/** The page on which somebody signs in. */
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
