import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { integrationOf, pathOf } from './integration-of.ts';

/** Ends the validity of an integration's credentials. */
export const deactivateIntegration = screen({
  path: '/integrations/{id}/deactivate',
  success: 'The integration was deactivated.',
  async view(visit, state) {
    const found = await integrationOf(visit);
    return {
      title: `Deactivate ${found.name}`,
      body: confirmation(state, {
        title: `Deactivate ${found.name}?`,
        consequences: [
          'Its requests are refused within seconds, as with a wrong secret.',
          'What it has written stays, and you can reactivate it.',
        ],
        back: pathOf(found),
      }),
    };
  },
  async submit(visit) {
    const { clientId, id } = await integrationOf(visit);
    await visit.send(IntegrationService.method.deactivateIntegration, { clientId });
    return { to: pathOf({ id }) };
  },
});
