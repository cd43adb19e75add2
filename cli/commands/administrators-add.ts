import type { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { administratorCommand, type OfUser } from '../administrators/administrators-command.ts';
import { administratorView, printAdministrators } from '../administrators/print-administrators.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf } from '../of-institution.ts';

export function administratorsAddCommand({ terminal, connected }: CliContext): Command {
  return administratorCommand('add', 'Lets a user of an institution use its console.').action(
    async (options: OfUser) => {
      const { administrator } = await connected(async (connection) =>
        (await callOf(connection, options))(AdministratorService.method.addAdministrator, { email: options.user }),
      );
      const added = present(administrator, 'administrator');
      if (options.json) terminal.printJson(administratorView(added));
      else printAdministrators(terminal, [added]);
    },
  );
}
