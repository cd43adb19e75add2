import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { changedEndpoint, nameOf, pathOf } from './endpoint-of.ts';
import { signingSecretPage } from './signing-secret.ts';

/** Gives an endpoint a new signing secret. */
export const rotateSigningSecret = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/rotate',
  success: 'The secret was rotated.',
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
