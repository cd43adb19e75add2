import { Command } from 'commander';
import { present } from '../../platform/core/present.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure } from '../failure.ts';
import { institutionIdOf, institutionOf } from '../of-institution.ts';
import { countOf } from '../option-values.ts';
import { requireAllServing } from '../standstill/require-all-serving.ts';

export function institutionsFreezeCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('freeze')
    .description('Lets an institution stand still: nothing of it changes until the end. Reads go on.')
    .argument('<institution>', 'its id or ref')
    .option('--for <minutes>', 'how long, 1 to 1440', '60')
    .option('--json', 'print a JSON object')
    .addHelpText('after', FREEZE_HELP)
    .action(async (named: string, options: { readonly for: string; readonly json?: true }) => {
      const minutes = countOf(options.for, '--for');
      if (minutes > MAX_MINUTES) throw new CommandFailure(`--for must be at most ${MAX_MINUTES} minutes.`);
      const { id: institutionId, name } = await connected(async (connection) => {
        const institution = await institutionOf(connection, named);
        await requireAllServing(connection, { server: connection.serverOf(institution.id), done: 'frozen' });
        return institution;
      });
      const [{ withDatabasesOf }, { freeze }] = await Promise.all([
        import('../service-databases.ts'),
        import('../standstill/freeze.ts'),
      ]);
      const frozen = await withDatabasesOf(environment, institutionId, (databases) =>
        freeze({ databases, institutionId, minutes }),
      );
      if (options.json) terminal.printJson({ institutionId, ...frozen });
      else
        terminal.print(`${name} stands still until ${frozen.frozenUntil}, at position ${frozen.position} of its feed.`);
    });
}

export function institutionsThawCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('thaw')
    .description('Ends the freeze of an institution.')
    .argument('<institution>', 'its id or ref')
    .addHelpText('after', THAW_HELP)
    .action(async (named: string) => {
      const institutionId = await institutionIdOf({ connected }, named);
      const [{ withDatabasesOf }, { endFreeze }, { isClosedNow }] = await Promise.all([
        import('../service-databases.ts'),
        import('../../platform/data/standstill/standstill-rows.ts'),
        import('../../platform/data/standstill/closing-rows.ts'),
      ]);
      const ended = await withDatabasesOf(environment, institutionId, async (databases) => {
        if (await isClosedNow(present(databases.get('directory'), 'directory'), { institutionId }))
          throw new CommandFailure('The institution is closed.');
        return Promise.all([...databases.values()].map((db) => endFreeze(db, institutionId)));
      });
      terminal.print(ended.includes(true) ? 'The institution can be changed again.' : 'The institution is not frozen.');
    });
}

const MAX_MINUTES = 1_440;

const FREEZE_HELP = `
Returns when everything that was begun has ended. What does not end in a minute
is named: then nothing is frozen. Whoever writes gets 503 with the code
institution_frozen. A second freeze sets a new end.

${DATABASES_HELP}

Examples:
  lyceum institutions freeze example
  lyceum institutions freeze example --for 15`;

const THAW_HELP = `
${DATABASES_HELP}

Example:
  lyceum institutions thaw example`;
