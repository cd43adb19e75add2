import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { changedIntegration, nameFact, pathOf } from '../integrations/integration-of.ts';

/** Lets a directory sync archive people again. */
export const allowArchiving = changeScreen(changedIntegration, {
  path: '/integrations/directory-sync/{id}/allow-archiving',
  success: 'The directory sync may archive people again.',
  next: pathOf,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Allow ${record.name} to archive people`,
    body: confirmation(state, {
      title: `Allow ${record.name} to archive more people?`,
      consequences: [
        'It was stopped because it archived more than a fifth of the people within an hour, or changed the emails with which they sign in. Check that this was intended before you allow more.',
        'If you didn’t expect that, check the directory first: it may have lost people.',
      ],
      act: 'Allow archiving',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { id } }) {
    await send(SyncGuardService.method.allowArchiving, { integrationId: id });
    return undefined;
  },
});
