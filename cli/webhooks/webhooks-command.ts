import { Command } from 'commander';
import { CommandFailure } from '../failure.ts';

/** A command about the webhooks of an institution. @param args arguments in its example */
export function webhooksCommand(name: string, description: string, ...args: readonly string[]): Command {
  const command = new Command(name)
    .description(description)
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  lyceum webhooks ${[name, ...args].join(' ')} --institution ID`);
  return command;
}

/** The number that an option gives. Throws a CommandFailure for anything else. */
export function numberOf(text: string, option: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandFailure(`--${option} must be a number.`);
}
