import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import type { DeadLetter } from '../dead-letters/dead-letter-list.ts';

export function eventsDeadLettersCommand({ terminal, environment }: CliContext): Command {
  return new Command('dead-letters')
    .description('Lists the events that a consumer could not handle and those that wait behind them, oldest first.')
    .option('--service <name>', 'only dead letters of one service')
    .option('--json', 'print a JSON array')
    .addHelpText('after', DEAD_LETTERS_HELP)
    .action(async ({ service, json }: { service?: string; json?: true }) => {
      const [{ withServiceDatabases }, { listDeadLetters }] = await Promise.all([
        import('../service-databases.ts'),
        import('../dead-letters/dead-letter-list.ts'),
      ]);
      const found: (DeadLetter & { readonly service: string })[] = [];
      await withServiceDatabases(environment, service, async (name, db) => {
        found.push(...(await listDeadLetters(db, {})).map((event) => ({ service: name, ...event })));
      });
      if (json) terminal.printJson(found);
      else
        terminal.printTable(
          ['SERVICE', 'CONSUMER', 'EVENT', 'TYPE', 'INSTITUTION', 'SINCE', 'TRIES', 'REASON'],
          found.map((event) => [
            event.service,
            event.consumer,
            event.eventId,
            event.type.replace(/^lyceum\.(\w+)\.v\d+\./, '$1 '),
            event.institutionId ?? '-',
            event.replayAt === null ? event.deadSince : 'being replayed',
            String(event.attempts),
            event.error,
          ]),
        );
    });
}

/** Help text: how the commands find dead letters, and examples. */
export const DEAD_LETTERS_HELP = `
${DATABASES_HELP}

Example:
  lyceum events dead-letters
  lyceum events replay --service scheduling
  lyceum events discard --event 01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11`;
