import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { handOver, type SecretDestination, withSecretOptions } from '../credentials.ts';

export function integrationsRotateCommand({ terminal, connected }: CliContext): Command {
  const command = new Command('rotate')
    .description('Gives an integration a second secret, shown this once; the older one of two ends.')
    .argument('<clientId>', 'the client id of the integration')
    .addHelpText('after', '\nRotate, give the new secret to the client, and rotate again to end the one\nbefore it.')
    .addHelpText('after', '\nExample:\n  lyceum integrations rotate CLIENT_ID')
    .action((clientId: string, destination: SecretDestination) =>
      handOver(terminal, destination, async () => {
        const { clientSecret } = await connected((connection) =>
          connection.callFor(null)(IntegrationService.method.rotateIntegrationSecret, { clientId }),
        );
        return { clientId, clientSecret };
      }),
    );
  return withSecretOptions(command);
}
