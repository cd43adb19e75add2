import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { printCredentials } from '../credentials.ts';
import type { Surroundings } from '../program.ts';

export function integrationsRotateCommand({ terminal, connected }: Surroundings): Command {
  return new Command('rotate')
    .description('Gives an integration a second secret, shown this once; the older one of two ends.')
    .argument('<clientId>', 'the client id of the integration')
    .option('--json', 'print {"clientId", "clientSecret"}')
    .addHelpText('after', '\nRotate, give the new secret to the client, and rotate again to end the one before it.')
    .addHelpText('after', '\nExample:\n  lyceum integrations rotate CLIENT_ID')
    .action(async (clientId: string, { json }: { json?: true }) => {
      const { clientSecret } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.rotateIntegrationSecret, { clientId }),
      );
      printCredentials(terminal, { clientId, clientSecret }, json === true);
    });
}
