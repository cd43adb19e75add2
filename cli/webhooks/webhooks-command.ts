import { Command } from 'commander';

/** A command about the webhooks of an institution. @param args arguments in its example */
export function webhooksCommand(name: string, description: string, ...args: readonly string[]): Command {
  const command = new Command(name)
    .description(description)
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  lyceum webhooks ${[name, ...args].join(' ')} --institution ID`);
  return command;
}
