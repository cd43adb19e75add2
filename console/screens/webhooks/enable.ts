import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { screen } from '../../route/screen.ts';
import { addressFact, changedEndpoint, LIST, nameOf, pathOf } from './endpoint-of.ts';

/** Sends events to an endpoint again, whatever it is: a button that shows nothing else. */
export const enableEndpoint = screen({
  path: '/webhooks/{id}/enable',
  success: () => 'The endpoint was enabled.',
  async submit({ send, params: { id = '' } }) {
    await send(EndpointService.method.updateEndpoint, { id, precondition: { any: true }, ...settingTo(true) });
    return { to: pathOf({ id }) };
  },
});

/** Sends nothing more to an endpoint. */
export const disableEndpoint = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/disable',
  success: () => 'The endpoint was disabled.',
  next: pathOf,
  isDone: ({ isEnabled }) => !isEnabled,
  facts: (_visit, record) => [addressFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Disable ${nameOf(record)}`,
    body: confirmation(state, {
      title: `Disable ${nameOf(record)}?`,
      consequences: [
        'Deliveries to it will stop, and a running replay will end.',
        'Pending deliveries will be sent when you enable it again. Events that happen while it is disabled won’t be sent, but you can replay them afterwards.',
      ],
      act: 'Disable',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { id }, precondition }) {
    await send(EndpointService.method.updateEndpoint, { id, precondition, ...settingTo(false) });
    return undefined;
  },
});

function settingTo(isEnabled: boolean) {
  return { endpoint: { isEnabled }, updateMask: { paths: ['is_enabled'] } };
}

/** Ends an endpoint for good. */
export const deleteEndpoint = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/delete',
  success: () => 'The endpoint was deleted.',
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
