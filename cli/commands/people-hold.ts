import { Command } from 'commander';
import { PersonService } from '../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { findPerson } from '../erasure/find-person.ts';
import { CommandFailure } from '../failure.ts';
import { callOf } from '../of-institution.ts';

interface Options {
  readonly institution: string;
  readonly reason?: string;
  readonly end?: true;
  readonly json?: true;
}

export function peopleHoldCommand({ terminal, connected }: CliContext): Command {
  return new Command('hold')
    .description('Keeps a person from being erased, by request or by age.')
    .argument('<person>', 'id or e-mail address')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--reason <text>', 'why, 1 to 500 characters')
    .option('--end', 'end the hold')
    .option('--json', 'print a JSON object')
    .addHelpText('after', HELP)
    .action(async (person: string, { institution, reason, end, json }: Options) => {
      const given = reason?.trim() ?? '';
      if (end && reason !== undefined) throw new CommandFailure('--end takes no --reason.');
      if (!end && (given === '' || [...given].length > 500))
        throw new CommandFailure('--reason must be 1 to 500 characters.');
      await connected(async (connection) => {
        const call = await callOf(connection, { institution });
        const { id: userId } = await findPerson(call, person);
        if (end) {
          const { wasHeld } = await call(PersonService.method.endHold, { userId });
          if (json) terminal.printJson({ userId, wasHeld });
          else terminal.print(wasHeld ? 'The hold has ended.' : 'The person is not on hold.');
          return;
        }
        const { wasPlanned } = await call(PersonService.method.holdPerson, { userId, reason: given });
        if (json) terminal.printJson({ userId, wasPlanned });
        else terminal.print(`The person is on hold.${wasPlanned ? ' The planned erasure has ended.' : ''}`);
      });
    });
}

const HELP = `
Neither "people erase" nor retention erases anything of the person then, also no
time records by age. A planned erasure ends. The reason is shown on the page of
the person; without --end, another reason takes its place.

Examples:
  lyceum people hold ada@school.example --institution ID --reason 'Lawsuit 4/26'
  lyceum people hold ada@school.example --institution ID --end`;
