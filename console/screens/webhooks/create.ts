import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { endpointFields, endpointSent } from './endpoint-fields.ts';
import { LIST } from './endpoint-of.ts';
import { signingSecretPage } from './signing-secret.ts';

/** Creates an endpoint and shows its signing secret once. */
export const createEndpoint = screen({
  path: '/webhooks/new',
  success: 'The endpoint was created.',
  view: async ({ call }, state) => ({
    title: 'Create endpoint',
    isNarrow: true,
    body: html`${heading({ title: 'Create endpoint', parent: LIST, about: 'Lyceum posts each event to the endpoint’s URL, signed with the endpoint’s secret.' })}${form(
      state,
      { fields: await endpointFields(call), isFocused: true, submit: 'Create endpoint', cancel: LIST.href },
    )}`,
  }),
  async submit(visit) {
    const endpoint = { ...endpointSent(visit.values), isEnabled: true };
    return signingSecretPage(await visit.send(EndpointService.method.createEndpoint, { endpoint }), visit);
  },
});
