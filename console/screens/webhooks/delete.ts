import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { endpointOf, LIST, nameOf, pathOf } from './endpoint-of.ts';

/** Ends an endpoint for good. */
export const deleteEndpoint = screen({
  path: '/webhooks/{id}/delete',
  success: 'The endpoint was deleted.',
  async view(visit, state) {
    const found = await endpointOf(visit);
    return {
      title: `Delete ${nameOf(found)}`,
      body: confirmation(state, {
        title: `Delete ${nameOf(found)}?`,
        consequences: [
          'Nothing more is sent to it. Deliveries that wait are never sent.',
          'Its secret and its deliveries are gone. This cannot be undone: to pause it, disable it.',
        ],
        back: pathOf(found),
      }),
    };
  },
  async submit({ send, params: { id = '' } }) {
    await send(EndpointService.method.deleteEndpoint, { id, precondition: { any: true } });
    return { to: LIST.href };
  },
});
