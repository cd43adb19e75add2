import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { integrationOf, pathOf } from './integration-of.ts';

/** Ends the old one of two secrets before its time. */
export const endOldSecret = screen({
  path: '/integrations/{id}/end-old-secret',
  success: 'The old secret has ended.',
  async view(visit, state) {
    const found = await integrationOf(visit);
    return {
      title: 'End old secret',
      body: confirmation(state, {
        title: `End the old secret of ${found.name}?`,
        consequences: ['Requests with it are refused from now on. Make sure that the new one is used everywhere.'],
        back: pathOf(found),
      }),
    };
  },
  async submit(visit) {
    const { clientId, id } = await integrationOf(visit);
    await visit.send(IntegrationService.method.endOldSecret, { clientId });
    return { to: pathOf({ id }) };
  },
});
