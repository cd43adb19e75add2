import { Command } from 'commander';
import { grantMessage, readGrant } from '../../platform/core/grant-message.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { ACCESS_OPTION, AREAS_HELP, AREAS_OPTION, type GrantOptions, grantIn } from '../grant-options.ts';

export function integrationsSetCommand({ terminal, connected }: CliContext): Command {
  return new Command('set')
    .description('Changes what an integration may do, within five seconds for all requests.')
    .argument('<clientId>', 'the client id of the integration')
    .option(...ACCESS_OPTION)
    .option(...AREAS_OPTION)
    .addHelpText('after', '\nWhat no option names stays. What has begun ends as it began.')
    .addHelpText('after', AREAS_HELP)
    .addHelpText('after', '\nExample:\n  lyceum integrations set CLIENT_ID --access read --areas users,courses')
    .action(async (clientId: string, options: GrantOptions) => {
      const { access, areas } = grantIn(options);
      if (access === undefined && areas === undefined) throw new CommandFailure('Give --access, --areas, or both.');
      const given = grantMessage({ access: access ?? 'full', areas: areas ?? null });
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.changeIntegrationAccess, {
          clientId,
          ...(access !== undefined && { access: given.access }),
          ...(areas !== undefined && { areas: given.areas ?? {} }),
        }),
      );
      const now = readGrant(integration?.grant);
      const may = now.access === 'read' ? 'only read' : 'read and write';
      terminal.print(`${clientId} may ${may}: ${now.areas?.join(', ') ?? 'all areas'}.`);
    });
}
