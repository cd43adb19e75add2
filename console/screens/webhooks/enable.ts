import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { t } from '../../components/language.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { screen } from '../../route/screen.ts';
import { addressFact, changedEndpoint, LIST, nameOf, pathOf } from './endpoint-of.ts';

/** Sends events to an endpoint again, whatever it is: a button that shows nothing else. */
export const enableEndpoint = screen({
  path: '/webhooks/{id}/enable',
  success: () => t.webhooks.wasEnabled,
  async submit({ send, params: { id = '' } }) {
    await send(EndpointService.method.updateEndpoint, { id, precondition: { any: true }, ...settingTo(true) });
    return { to: pathOf({ id }) };
  },
});

/** Sends nothing more to an endpoint. */
export const disableEndpoint = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/disable',
  success: () => t.webhooks.wasDisabled,
  next: pathOf,
  isDone: ({ isEnabled }) => !isEnabled,
  facts: (_visit, record) => [addressFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: t.webhooks.disableTitle(nameOf(record)),
    body: confirmation(state, {
      title: t.webhooks.disableQuestion(nameOf(record)),
      consequences: [t.webhooks.disableStops, t.webhooks.disableKeeps],
      act: t.webhooks.disable,
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
  success: () => t.webhooks.wasDeleted,
  next: () => LIST.href,
  facts: (_visit, record) => [addressFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: t.webhooks.deleteTitle(nameOf(record)),
    body: confirmation(state, {
      title: t.webhooks.deleteQuestion(nameOf(record)),
      consequences: [t.webhooks.deleteStops, t.webhooks.deleteLoses],
      act: t.webhooks.delete,
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { id }, precondition }) {
    await send(EndpointService.method.deleteEndpoint, { id, precondition });
    return undefined;
  },
});
