import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { changedIntegration, nameFact, pathOf } from './integration-of.ts';

/** Ends the validity of an integration's credentials. */
export const deactivateIntegration = changeScreen(changedIntegration, {
  path: '/integrations/{id}/deactivate',
  success: 'The integration was deactivated.',
  next: pathOf,
  isDone: ({ isActive }) => !isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Deactivate ${record.name}`,
    body: confirmation(state, {
      title: `Deactivate ${record.name}?`,
      consequences: [
        'Within seconds, its requests will be rejected with 401, as if its secret were wrong.',
        'Everything it wrote stays. You can reactivate it at any time.',
      ],
      act: 'Deactivate',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { clientId }, precondition }) {
    await send(IntegrationService.method.deactivateIntegration, { clientId, precondition });
    return undefined;
  },
});
