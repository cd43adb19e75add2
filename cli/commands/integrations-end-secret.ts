import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';

export function integrationsEndSecretCommand({ terminal, connected }: CliContext): Command {
  return new Command('end-secret')
    .description('Ends the older of two secrets now; the newest one stays valid.')
    .argument('<clientId>', 'the client id of the integration')
    .addHelpText('after', '\nExample:\n  lyceum integrations end-secret CLIENT_ID')
    .action(async (clientId: string) => {
      await connected((connection) => connection.callFor(null)(IntegrationService.method.endOldSecret, { clientId }));
      terminal.print(`${clientId} has one secret.`);
    });
}
