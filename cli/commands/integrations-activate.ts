import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';

export function integrationsActivateCommand({ terminal, connected }: CliContext): Command {
  return new Command('activate')
    .description(
      'Activates an integration again: its credentials are valid as before. A directory sync cannot be activated again.',
    )
    .argument('<clientId>', 'the client id of the integration')
    .addHelpText('after', '\nExample:\n  lyceum integrations activate CLIENT_ID')
    .action(async (clientId: string) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.activateIntegration, { clientId }),
      );
      terminal.print(`${integration?.clientId ?? clientId} is active.`);
    });
}
