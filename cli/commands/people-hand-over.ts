import { Command } from 'commander';
import { firstSpoken } from '../../languages/names.ts';
import { systemClock } from '../../platform/core/clock.ts';
import type { CliContext } from '../cli-context.ts';
import { findPerson } from '../erasure/find-person.ts';
import { institutionOf } from '../of-institution.ts';
import { writeNewFile } from '../people/write-new-file.ts';

interface Options {
  readonly institution: string;
  readonly out: string;
}

export function peopleHandOverCommand({ terminal, connected }: CliContext): Command {
  return new Command('hand-over')
    .description('Writes what is stored of a person into a ZIP file for that person.')
    .argument('<person>', 'the person’s id or email, also of an archived one')
    .requiredOption('--institution <id|ref>', 'the institution')
    .requiredOption('--out <file>', 'a new file')
    .addHelpText('after', HELP)
    .action(async (person: string, { institution, out }: Options) => {
      const [{ handOver }, { inLanguage, Language }] = await Promise.all([
        import('../../console/hand-over/hand-over.ts'),
        import('../../console/components/language.ts'),
      ]);
      await connected(async (connection) => {
        const { id: institutionId, settings } = await institutionOf(connection, institution);
        const call = connection.callFor(institutionId);
        const { id } = await findPerson(call, person);
        const write = () => writeNewFile(out, async () => (await handOver(call, id, systemClock.now())).parts);
        for (const language of (await Language.read([firstSpoken(settings?.language)])).values())
          await inLanguage(language, write);
      });
      terminal.print(out);
    });
}

const HELP = `
The file has a page to read in the language of the institution, the same as JSON
and as CSV: the record, groups, appointments, time records and hours, who has
changed it and who received it.
Of other people it has only their names in shared appointments. Only its owner
can read the file. The audit log has that it was made.

Example:
  lyceum people hand-over ada@school.example --institution ID --out ada.zip`;
