import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';

export function integrationsRenameCommand({ terminal, connected }: CliContext): Command {
  return new Command('rename')
    .description('Changes the name that people see of an integration.')
    .argument('<clientId>', 'the client id of the integration')
    .requiredOption('--name <name>', 'its new name')
    .addHelpText('after', '\nExample:\n  lyceum integrations rename CLIENT_ID --name "Back door"')
    .action(async (clientId: string, { name }: { readonly name: string }) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.renameIntegration, { clientId, name }),
      );
      terminal.print(`${clientId} is now named ${integration?.name ?? name}.`);
    });
}
