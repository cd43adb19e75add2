import { html } from '../../components/html.ts';
import { HOME } from '../../components/navigation.ts';
import type { Page } from '../../components/page.ts';
import { nextPage } from '../../http/next-page.ts';
import { publicScreen } from '../../route/screen.ts';

const page: Page = {
  title: 'Sign in',
  body: html`<div><h1>Sign in</h1><p class="muted">For the administrators of an institution.</p></div>
<p>Open the link that signs you in. Whoever runs this installation can give you one; it works once, for 15 minutes.</p>`,
};

/** Where somebody without a session arrives. */
export const signIn = publicScreen({
  path: '/sign-in',
  view: ({ session, query }) => (session ? { to: nextPage(query.next, HOME) } : page),
});

/** The address of one institution. It shows the same page for every name, so that it tells nobody which exist. */
export const signInToInstitution = publicScreen({ path: '/sign-in/{ref}', view: () => page });
