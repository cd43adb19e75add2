import { present } from '../../../platform/core/present.ts';
import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { heading, linkButton, secret } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Visit } from '../../route/screen.ts';
import { changedEndpoint, LIST, nameOf, pathOf } from './endpoint-of.ts';

/** Gives an endpoint a new signing secret. */
export const rotateSigningSecret = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/rotate',
  success: () => t.webhooks.rotated,
  next: pathOf,
  view(_visit, { record, ...state }) {
    const parent = { href: pathOf(record), title: nameOf(record) };
    return {
      title: t.webhooks.rotateTitle(parent.title),
      isNarrow: true,
      body: html`${heading({
        title: t.integrations.secret.rotate,
        parent,
        about: t.webhooks.aboutRotation,
      })}${form(state, { fields: [], submit: t.integrations.secret.rotate, cancel: parent.href })}`,
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
  const open = linkButton(pathOf(endpoint), t.webhooks.openEndpoint);
  const shown =
    answer.secret === ''
      ? html`<p class="message warn">${t.integrations.secret.shownBefore}</p><p>${open}</p>`
      : secret({
          title: t.integrations.secret.copyNow,
          about: t.webhooks.ifLost,
          values: [[t.webhooks.signingSecret, answer.secret]],
          next: html`<p>${t.webhooks.verify(html`<a href="${publicUrl}/docs/guides/webhooks" hreflang="en">${t.webhooks.howToVerify}</a>`)}</p><p>${open}</p>`,
        });
  const name = nameOf(endpoint);
  return { title: name, isNarrow: true, body: html`${heading({ title: name, parent: LIST })}${shown}` };
}
