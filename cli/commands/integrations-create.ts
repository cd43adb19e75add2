import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { handOver, type SecretDestination, withSecretOptions } from '../credentials.ts';
import { institutionIdOf } from '../institution-id.ts';

interface Options extends SecretDestination {
  readonly institution: string;
  readonly name: string;
  readonly createdBy?: string;
}

export function integrationsCreateCommand({ terminal, connected }: CliContext): Command {
  const command = new Command('create')
    .description('Creates an integration and hands over its credentials. The secret is shown this once.')
    .requiredOption('--institution <id>', 'the institution whose data the client may use')
    .requiredOption('--name <name>', 'what the client is, for people')
    .option('--created-by <userId>', 'the administrator who asks for it, creator of the appointments it makes')
    .addHelpText('after', '\nExample:\n  lyceum integrations create --institution ID --name "Front door"')
    .action(({ institution, name, createdBy, ...destination }: Options) =>
      handOver(terminal, destination, async () => {
        const { integration, clientSecret } = await connected((connection) =>
          connection.callFor(institutionIdOf(institution))(IntegrationService.method.createIntegration, {
            name,
            ...(createdBy === undefined ? {} : { createdBy }),
          }),
        );
        return { clientId: integration?.clientId ?? '', clientSecret };
      }),
    );
  return withSecretOptions(command);
}
