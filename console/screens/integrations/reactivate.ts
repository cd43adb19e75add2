import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { integrationOf, pathOf } from './integration-of.ts';

/** Makes the credentials of an integration valid again. */
export const reactivateIntegration = screen({
  path: '/integrations/{id}/reactivate',
  success: 'The integration was reactivated.',
  async view(visit, state) {
    const found = await integrationOf(visit);
    return {
      title: `Reactivate ${found.name}`,
      body: confirmation(state, {
        title: `Reactivate ${found.name}?`,
        consequences: ['Its requests with the secret it had are accepted again.'],
        back: pathOf(found),
      }),
    };
  },
  async submit(visit) {
    const { clientId, id } = await integrationOf(visit);
    await visit.send(IntegrationService.method.activateIntegration, { clientId });
    return { to: pathOf({ id }) };
  },
});
