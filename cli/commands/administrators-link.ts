import type { Command } from 'commander';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { administratorCommand, type OfUser } from '../administrators/administrators-command.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf } from '../of-institution.ts';

export function administratorsLinkCommand({ terminal, connected }: CliContext): Command {
  return administratorCommand('link', 'Prints a link that signs an administrator in to the console, once.').action(
    async (options: OfUser) => {
      const { url, expiresAt } = await connected(async (connection) =>
        (await callOf(connection, options))(AdministratorService.method.createSignInLink, { email: options.user }),
      );
      if (options.json) terminal.printJson({ url, expiresAt });
      else terminal.print(url);
      terminal.note(`Whoever opens the link and presses its button is signed in. It works once, until ${expiresAt}.`);
    },
  );
}
