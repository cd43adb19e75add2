import { present } from '../../../platform/core/present.ts';
import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { heading, linkButton, secret } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Visit } from '../../route/screen.ts';
import { changedEndpoint, LIST, nameOf, pathOf } from './endpoint-of.ts';

/** Gives an endpoint a new signing secret. */
export const rotateSigningSecret = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/rotate',
  success: () => 'The secret was rotated.',
  next: pathOf,
  view(_visit, { record, ...state }) {
    const parent = { href: pathOf(record), title: nameOf(record) };
    return {
      title: `Rotate the secret of ${parent.title}`,
      isNarrow: true,
      body: html`${heading({
        title: 'Rotate secret',
        parent,
        about:
          'For 24 hours each request is signed with the new secret and the present one, so that the receiver misses nothing while you exchange it. At most three secrets sign at a time.',
      })}${form(state, { fields: [], submit: 'Rotate secret', cancel: parent.href })}`,
    };
  },
  async save(visit) {
    const { send, record, precondition } = visit;
    const { id } = record;
    return signingSecretPage(await send(EndpointService.method.rotateEndpointSecret, { id, precondition }), visit);
  },
});

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
