import { Command } from 'commander';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type Integration, IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { institutionIdOf } from '../institution-id.ts';

export function integrationsListCommand({ terminal, connected }: CliContext): Command {
  return new Command('list')
    .description('Lists the integrations of an institution in the order of their creation, inactive ones too.')
    .requiredOption('--institution <id>', 'the institution')
    .option('--json', 'print an array')
    .addHelpText('after', '\nExample:\n  lyceum integrations list --institution ID')
    .action(async ({ institution, json }: { institution: string; json?: true }) => {
      const { integrations } = await connected(async (connection) => {
        const call = connection.callFor(institutionIdOf(institution));
        // Refuses an institution that does not exist; its list would merely be empty.
        await call(InstitutionService.method.getInstitutionSettings, {});
        return call(IntegrationService.method.listIntegrations, {});
      });
      if (json) terminal.printJson(integrations.map(view));
      else
        terminal.printTable(
          ['CLIENT ID', 'NAME', 'STATE', 'SECRETS', 'CREATED'],
          integrations.map(({ clientId, name, isActive, liveSecrets, createdAt }) => [
            clientId,
            name,
            isActive ? 'active' : 'inactive',
            String(liveSecrets),
            createdAt,
          ]),
        );
    });
}

function view({ id, clientId, name, createdBy, isActive, liveSecrets, createdAt }: Integration) {
  return { id, clientId, name, createdBy: createdBy ?? null, isActive, liveSecrets, createdAt };
}
