import { present } from '../../../platform/core/present.ts';
import type { Endpoint } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { linkButton } from '../../components/button.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { secret } from '../../components/secret.ts';
import type { Visit } from '../../route/screen.ts';
import { LIST, nameOf, pathOf } from './endpoint-of.ts';

interface Answer {
  readonly endpoint?: Endpoint | undefined;
  /** Empty for a form that was sent a second time. */
  readonly secret: string;
}

/** Shows a signing secret this once, or how to get another one. */
export function signingSecretPage(answer: Answer, { publicUrl }: Visit): Page {
  const endpoint = present(answer.endpoint, 'endpoint');
  const open = linkButton(pathOf(endpoint), 'Open endpoint');
  const shown =
    answer.secret === ''
      ? html`<p class="message warn">You already submitted this form, and the secret was shown then. To get a new one, rotate the secret.</p><p>${open}</p>`
      : secret({
          title: 'Copy the secret now',
          about: 'If it is lost, rotate it.',
          values: [['Signing secret', answer.secret]],
          next: html`<p>The receiver uses it to verify that requests come from Lyceum: <a href="${publicUrl}/docs/guides/webhooks">how to verify a signature</a>.</p><p>${open}</p>`,
        });
  const name = nameOf(endpoint);
  return { title: name, isNarrow: true, body: html`${heading({ title: name, parent: LIST })}${shown}` };
}
