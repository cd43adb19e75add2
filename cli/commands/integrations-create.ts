import { Command } from 'commander';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { handOver, type SecretDestination, withSecretOptions } from '../credentials.ts';
import { callOf } from '../of-institution.ts';

interface Options extends SecretDestination {
  readonly institution: string;
  readonly name: string;
  readonly createdBy?: string;
}

export function integrationsCreateCommand({ terminal, connected }: CliContext): Command {
  const command = new Command('create')
    .description('Creates an integration and prints its credentials. The secret is shown only once.')
    .requiredOption('--institution <id|ref>', 'the institution whose data the client can use')
    .requiredOption('--name <name>', 'name of the client, for display')
    .option('--created-by <userId>', 'the administrator recorded as creator of its appointments')
    .addHelpText('after', '\nExample:\n  lyceum integrations create --institution ID --name "Front door"')
    .action(({ institution, name, createdBy, ...destination }: Options) =>
      handOver(terminal, destination, async () => {
        const { integration, clientSecret } = await connected(async (connection) =>
          (await callOf(connection, { institution }))(IntegrationService.method.createIntegration, {
            name,
            ...(createdBy === undefined ? {} : { createdBy }),
          }),
        );
        return { clientId: integration?.clientId ?? '', clientSecret };
      }),
    );
  return withSecretOptions(command);
}
