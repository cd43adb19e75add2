import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { html } from '../../components/html.ts';
import { HOME } from '../../components/navigation.ts';
import type { Page } from '../../components/page.ts';
import { publicScreen, type Visit } from '../../route/screen.ts';

/**
 * A one-time link. Opening it shows whom it signs in and where, and changes nothing: programs that open the links of
 * mails sign nobody in. The button uses it up.
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
