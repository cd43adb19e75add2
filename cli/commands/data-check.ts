import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';

export function dataCheckCommand({ terminal, environment, exitWith }: CliContext): Command {
  return new Command('check')
    .description('Checks what must hold of the data of all services, and prints each check with what breaks it.')
    .option('--json', 'print a JSON array')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: true }) => {
      // Loaded here: the services take longer to load than most commands run.
      const [{ checkData, lineOf }, { serviceDatabaseUrls }] = await Promise.all([
        import('../data-check/check-data.ts'),
        import('../service-databases.ts'),
      ]);
      const databases = await serviceDatabaseUrls(environment, undefined);
      const found = [];
      for await (const each of checkData({ databases, now: systemClock.now() })) {
        found.push(each);
        if (!json) terminal.print(lineOf(each));
      }
      if (json) terminal.printJson(found);
      if (found.some(({ broken }) => broken > 0)) exitWith(BROKEN);
    });
}

const BROKEN = 1;

const HELP = `
It reads one snapshot of each database and changes nothing: time records that
overlap, rooms that are booked twice, references to nothing, changes without
audit records, events that an outbox or the feed lacks, and counts.
The exit code is 0; 1 if something is broken; or 2 if a database cannot be
used.

${DATABASES_HELP}

Examples:
  lyceum data check
  lyceum data check --json | jq '.[] | select(.broken > 0)'`;
