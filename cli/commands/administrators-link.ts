import type { Command } from 'commander';
import { AdministratorService } from '../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { administratorCommand, type OfUser } from '../administrators/administrators-command.ts';
import type { CliContext } from '../cli-context.ts';
import { linkAddress } from '../console-url.ts';
import { callOf } from '../of-institution.ts';

export function administratorsLinkCommand({ terminal, environment, connected }: CliContext): Command {
  return administratorCommand('link', 'Prints a link that signs an administrator in to the console, once.')
    .addHelpText(
      'after',
      `
Environment:
  CONSOLE_URL  URL of the console (LYCEUM_URL/console)
  LYCEUM_URL   URL of the gateway (http://localhost:8080)`,
    )
    .action(async (options: OfUser) => {
      const { code, expiresAt } = await connected(async (connection) =>
        (await callOf(connection, options))(AdministratorService.method.createSignInLink, { email: options.user }),
      );
      const url = linkAddress(environment, code);
      if (options.json) terminal.printJson({ url, expiresAt });
      else terminal.print(url);
      terminal.note(`Whoever opens the link and presses its button is signed in. It works once, until ${expiresAt}.`);
    });
}
