import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { endpointFields, endpointSent } from './endpoint-fields.ts';
import { endpointOf, nameOf, pathOf } from './endpoint-of.ts';

/** Changes where the events of an endpoint go, which they are, and what it is called. */
export const changeEndpoint = screen({
  path: '/webhooks/{id}/change',
  success: 'The endpoint was changed.',
  async view(visit, state) {
    const found = await endpointOf(visit);
    const name = nameOf(found);
    return {
      title: `Change ${name}`,
      isNarrow: true,
      body: html`${heading({ title: 'Change endpoint', parent: { href: pathOf(found), title: name }, about: 'Its signing secret stays as it is. Deliveries that wait go to the new address.' })}${form(
        state,
        { fields: await endpointFields(visit.call, found), submit: 'Save', cancel: pathOf(found) },
      )}`,
    };
  },
  async submit({ send, params: { id = '' }, values }) {
    await send(EndpointService.method.updateEndpoint, {
      id,
      precondition: { any: true },
      endpoint: endpointSent(values),
      updateMask: { paths: ['url', 'description', 'types'] },
    });
    return { to: pathOf({ id }) };
  },
});
