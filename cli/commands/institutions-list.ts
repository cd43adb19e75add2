import { Command } from 'commander';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { institutionView } from '../settings.ts';

export function institutionsListCommand({ terminal, connected }: CliContext): Command {
  return new Command('list')
    .description('Lists the institutions of the installation, by name.')
    .option('--json', 'print a JSON array, with settings')
    .addHelpText('after', '\nExample:\n  lyceum institutions list')
    .action(async ({ json }: { json?: true }) => {
      const { institutions } = await connected((connection) =>
        connection.callFor(null)(InstitutionService.method.listInstitutions, {}),
      );
      if (json) {
        terminal.printJson(institutions.map(institutionView));
      } else {
        terminal.printTable(
          ['ID', 'REF', 'NAME'],
          institutions.map(({ id, ref, name }) => [id, ref, name]),
        );
      }
    });
}
