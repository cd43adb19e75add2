import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { changedIntegration, nameFact, pathOf } from '../integrations/integration-of.ts';

/** Ends a directory sync. */
export const endToken = changeScreen(changedIntegration, {
  path: '/integrations/directory-sync/{id}/end',
  success: 'The token has ended.',
  next: pathOf,
  isDone: ({ isActive }) => !isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `End the token of ${record.name}`,
    body: confirmation(state, {
      title: `End the token of ${record.name}?`,
      consequences: [
        'Within seconds, the directory will no longer be able to add or change people.',
        'The people it created will not be removed. To connect it again, create a new token.',
      ],
      act: 'End token',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { clientId }, precondition }) {
    await send(IntegrationService.method.deactivateIntegration, { clientId, precondition });
    return undefined;
  },
});
