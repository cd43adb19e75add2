import type { Command } from 'commander';
import { emailKey } from '../../platform/core/text-keys.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../../services/identity/domain/refusals.ts';
import { administratorCommand, type OfUser } from '../administrators/administrators-command.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf } from '../of-institution.ts';

export function administratorsRemoveCommand({ terminal, connected }: CliContext): Command {
  return administratorCommand(
    'remove',
    'Ends the access of a user to the console, and all of the user’s sessions.',
  ).action(async ({ user, ...options }: OfUser) => {
    const { userId, email } = await connected(async (connection) => {
      const call = await callOf(connection, options);
      const { administrators } = await call(AdministratorService.method.listAdministrators, {});
      const found = administrators.find((each) => emailKey(each.email) === emailKey(user));
      const administrator = found ?? refuse('ADMINISTRATOR_NOT_FOUND');
      await call(AdministratorService.method.removeAdministrator, { userId: administrator.userId });
      return administrator;
    });
    if (options.json) terminal.printJson({ userId });
    else terminal.print(`${email} is no administrator any more.`);
  });
}
