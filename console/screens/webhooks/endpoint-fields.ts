import type { Call } from '../../../platform/calls/caller.ts';
import type { Endpoint } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { chosenOf } from '../../components/choices.ts';
import type { Field } from '../../components/form.ts';
import type { Sent } from '../../route/screen.ts';

/** What people say of an endpoint. @param endpoint as it is; absent for a new one */
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
      options: types.map(({ type }) => type),
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
