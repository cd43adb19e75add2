import type { Command } from 'commander';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { administratorsCommand } from '../administrators/administrators-command.ts';
import { administratorView, printAdministrators } from '../administrators/print-administrators.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';

export function administratorsListCommand({ terminal, connected }: CliContext): Command {
  return administratorsCommand('list', 'Lists the administrators of an institution in the order they were added.')
    .addHelpText('after', '\nExample:\n  lyceum administrators list --institution ID')
    .action(async (options: OfInstitution) => {
      const { administrators } = await connected(async (connection) =>
        (await callOf(connection, options))(AdministratorService.method.listAdministrators, {}),
      );
      if (options.json) terminal.printJson(administrators.map(administratorView));
      else printAdministrators(terminal, administrators);
    });
}
