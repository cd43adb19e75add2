import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { institutionOf } from '../of-institution.ts';
import { institutionView, settingRows } from '../settings.ts';

export function institutionsShowCommand({ terminal, connected }: CliContext): Command {
  return new Command('show')
    .description('Shows an institution and its settings.')
    .argument('<institution>', 'its id or ref')
    .option('--json', 'print a JSON object')
    .addHelpText('after', '\nExample:\n  lyceum institutions show example')
    .action(async (named: string, { json }: { json?: true }) => {
      const institution = await connected((connection) => institutionOf(connection, named));
      const { id, ref, name, settings } = institution;
      if (json) terminal.printJson(institutionView(institution));
      else terminal.printTable(['INSTITUTION', id], [['ref', ref], ['name', name], ...settingRows(settings)]);
    });
}
