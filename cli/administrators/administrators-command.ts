import { Command } from 'commander';
import type { OfInstitution } from '../of-institution.ts';

/** The options of commands about one administrator. */
export interface OfUser extends OfInstitution {
  /** The e-mail address. */
  readonly user: string;
}

/** A command about the administrators of an institution. */
export function administratorsCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--json', 'print JSON');
}

/** A command about one administrator. */
export function administratorCommand(name: string, description: string): Command {
  return administratorsCommand(name, description)
    .requiredOption('--user <email>', 'e-mail address of the user')
    .addHelpText('after', `\nExample:\n  lyceum administrators ${name} --institution ID --user ada@school.example`);
}
