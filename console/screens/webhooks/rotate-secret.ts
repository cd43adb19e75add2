import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { endpointOf, nameOf, pathOf } from './endpoint-of.ts';
import { signingSecretPage } from './signing-secret.ts';

/** Gives an endpoint a new signing secret. */
export const rotateSigningSecret = screen({
  path: '/webhooks/{id}/rotate',
  success: 'The secret was rotated.',
  async view(visit, state) {
    const found = await endpointOf(visit);
    const parent = { href: pathOf(found), title: nameOf(found) };
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
  async submit(visit) {
    const { id = '' } = visit.params;
    return signingSecretPage(await visit.send(EndpointService.method.rotateEndpointSecret, { id }), visit);
  },
});
