import type { Call } from '../../../platform/calls/caller.ts';
import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { chosenOf } from '../../components/choices.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { type Sent, screen } from '../../route/screen.ts';
import { changedEndpoint, LIST, nameOf, pathOf } from './endpoint-of.ts';
import { signingSecretPage } from './secret.ts';

/** The fields of an endpoint. @param endpoint its present state; absent for a new one */
export async function endpointFields(call: Call, endpoint?: Endpoint): Promise<Field[]> {
  const { types } = await call(EventService.method.listEventTypes, {});
  return [
    {
      name: 'url',
      label: 'Address',
      kind: 'url',
      required: true,
      maxLength: 2048,
      value: endpoint?.url ?? '',
      help: 'Where events are posted, such as https://campus.example/hooks/lyceum.',
    },
    {
      name: 'description',
      label: 'Description',
      maxLength: 500,
      value: endpoint?.description ?? '',
      help: 'What receives the events. Optional.',
    },
    {
      kind: 'choices',
      name: 'types',
      label: 'Types',
      options: types.map(({ type }) => [type, type] as const),
      value: endpoint?.types.join(' ') ?? '',
      help: 'Leave all unchecked to receive every type, including future ones.',
    },
  ];
}

/** The same, as a form was sent. */
export function endpointSent(values: Sent['values']): Pick<Endpoint, 'url' | 'description' | 'types'> {
  const { url = '', description = '' } = values;
  return { url, types: chosenOf(values, 'types'), ...(description !== '' && { description }) };
}

/** Creates an endpoint and shows its signing secret once. */
export const createEndpoint = screen({
  path: '/webhooks/new',
  success: () => 'The endpoint was created.',
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

/** Changes the address, the event types and the description of an endpoint. */
export const changeEndpoint = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/change',
  success: () => 'The endpoint was changed.',
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
