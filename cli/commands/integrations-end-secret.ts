import { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';

export function integrationsEndSecretCommand({ terminal, connected }: CliContext): Command {
  return new Command('end-secret')
    .description('Ends an old secret now, or all of them; the newest one stays valid.')
    .argument('<clientId>', 'the client id of the integration')
    .argument('[fingerprint]', 'of the old secret, as list --json shows it; all old ones if absent')
    .addHelpText('after', '\nExample:\n  lyceum integrations end-secret CLIENT_ID')
    .action(async (clientId: string, hint: string | undefined) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.endOldSecret, {
          clientId,
          ...(hint !== undefined && { hint }),
        }),
      );
      const left = present(integration, 'integration').secrets.length;
      terminal.print(`${clientId} has ${left === 1 ? 'one secret' : `${left} secrets`}.`);
    });
}
