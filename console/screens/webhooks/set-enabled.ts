import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { type Redirect, type Sent, screen, type Visit } from '../../route/screen.ts';
import { endpointOf, nameOf, pathOf } from './endpoint-of.ts';

/** Sends events to an endpoint again. */
export const enableEndpoint = screen({
  path: '/webhooks/{id}/enable',
  success: 'The endpoint was enabled.',
  submit: (visit) => setEnabled(visit, true),
});

/** Sends nothing more to an endpoint. */
export const disableEndpoint = screen({
  path: '/webhooks/{id}/disable',
  success: 'The endpoint was disabled.',
  async view(visit, state) {
    const found = await endpointOf(visit);
    return {
      title: `Disable ${nameOf(found)}`,
      body: confirmation(state, {
        title: `Disable ${nameOf(found)}?`,
        consequences: [
          'Nothing more is sent to it, and a replay that runs ends.',
          'Deliveries that wait now are sent when you enable it. Events that happen meanwhile are not: replay them then.',
        ],
        back: pathOf(found),
      }),
    };
  },
  submit: (visit) => setEnabled(visit, false),
});

async function setEnabled({ send, params: { id = '' } }: Sent & Pick<Visit, 'params'>, isEnabled: boolean) {
  const change = { endpoint: { isEnabled }, updateMask: { paths: ['is_enabled'] } };
  await send(EndpointService.method.updateEndpoint, { id, precondition: { any: true }, ...change });
  return { to: pathOf({ id }) } satisfies Redirect;
}
