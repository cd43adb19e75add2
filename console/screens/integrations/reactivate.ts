import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { changedIntegration, nameFact, pathOf } from './integration-of.ts';

/** Makes the credentials of an integration valid again. */
export const reactivateIntegration = changeScreen(changedIntegration, {
  path: '/integrations/{id}/reactivate',
  success: 'The integration was reactivated.',
  next: pathOf,
  isDone: ({ isActive }) => isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Reactivate ${record.name}`,
    body: confirmation(state, {
      title: `Reactivate ${record.name}?`,
      consequences: ['Requests with its current secret are accepted again.'],
      act: 'Reactivate',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { clientId }, precondition }) {
    await send(IntegrationService.method.activateIntegration, { clientId, precondition });
    return undefined;
  },
});
