import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { addressFact, changedEndpoint, LIST, nameOf, pathOf } from './endpoint-of.ts';

/** Ends an endpoint for good. */
export const deleteEndpoint = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/delete',
  success: 'The endpoint was deleted.',
  next: () => LIST.href,
  facts: (_visit, record) => [addressFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Delete ${nameOf(record)}`,
    body: confirmation(state, {
      title: `Delete ${nameOf(record)}?`,
      consequences: [
        'It will receive nothing more. Pending deliveries will be deleted.',
        'Its secret and its deliveries will be deleted, too. You can’t undo this. To pause it, disable it instead.',
      ],
      act: 'Delete',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { id }, precondition }) {
    await send(EndpointService.method.deleteEndpoint, { id, precondition });
    return undefined;
  },
});
