import type { CreateSignInLinkResponse } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { linkButton } from '../../components/button.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { secret } from '../../components/secret.ts';
import { dateTime, type Present } from '../../components/time.ts';

const LIST = { href: '/console/administrators', title: 'Administrators' };

/** Shows a link this once, or for a form that was sent a second time how to get another one. */
export function linkPage(name: string, link: CreateSignInLinkResponse | undefined, present: Present): Page {
  const { url = '', expiresAt = '' } = link ?? {};
  const back = html`<p class="actions">${linkButton(LIST.href, 'Open administrators')}</p>`;
  const shown =
    url === ''
      ? html`<p class="message warn">You already submitted this form, and the link was shown then. To get a new one, choose New link.</p>${back}`
      : secret({
          title: `Give ${name} this link`,
          about: html`This link works once and expires ${dateTime(expiresAt, present)}. It replaces earlier links for this person. Anyone who has it can sign in as them, so share it privately.`,
          values: [['Sign-in link', url]],
          next: back,
        });
  return { title: name, isNarrow: true, body: html`${heading({ title: name, parent: LIST })}${shown}` };
}
