import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';

export function integrationsDeactivateCommand({ terminal, connected }: CliContext): Command {
  return new Command('deactivate')
    .description('Deactivates an integration: from now on its credentials are invalid.')
    .argument('<clientId>', 'the client id of the integration')
    .addHelpText('after', '\nExample:\n  lyceum integrations deactivate CLIENT_ID')
    .action(async (clientId: string) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.deactivateIntegration, { clientId }),
      );
      terminal.print(`${integration?.clientId ?? clientId} is inactive.`);
    });
}
