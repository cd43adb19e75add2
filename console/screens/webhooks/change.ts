import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { endpointFields, endpointSent } from './endpoint-fields.ts';
import { changedEndpoint, nameOf, pathOf } from './endpoint-of.ts';

/** Changes where the events of an endpoint go, which they are, and what it is called. */
export const changeEndpoint = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/change',
  success: 'The endpoint was changed.',
  next: pathOf,
  fields: ({ call }, endpoint) => endpointFields(call, endpoint),
  view(_visit, { record, fields, ...state }) {
    const name = nameOf(record);
    return {
      title: `Change ${name}`,
      isNarrow: true,
      body: html`${heading({ title: 'Change endpoint', parent: { href: pathOf(record), title: name }, about: 'Its signing secret stays the same. Pending deliveries go to the new URL.' })}${form(
        state,
        { fields, submit: 'Save', cancel: pathOf(record) },
      )}`,
    };
  },
  async save({ send, record: { id }, values, changed, precondition }) {
    const [endpoint, paths] = [endpointSent(values), Object.keys(changed)];
    await send(EndpointService.method.updateEndpoint, { id, precondition, endpoint, updateMask: { paths } });
    return undefined;
  },
});
