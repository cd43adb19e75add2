import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { eventIdOf } from '../events/event-id.ts';
import { CommandFailure } from '../failure.ts';
import { DEAD_LETTERS_HELP } from './events-dead-letters.ts';

interface Options {
  readonly service?: string;
  readonly consumer?: string;
  readonly event: string;
}

export function eventsDiscardCommand({ terminal, environment }: CliContext): Command {
  return new Command('discard')
    .description('Discards a dead letter for good, so that later events of its record can be replayed.')
    .requiredOption('--event <id>', 'the event')
    .option('--service <name>', 'only for one service')
    .option('--consumer <name>', 'only for one consumer')
    .addHelpText('after', DEAD_LETTERS_HELP)
    .action(async ({ service, consumer, event }: Options) => {
      const [{ withServiceDatabases }, { discardDeadLetter }] = await Promise.all([
        import('../service-databases.ts'),
        import('../dead-letters/dead-letter-list.ts'),
      ]);
      const eventId = eventIdOf(event);
      let discarded = 0;
      await withServiceDatabases(environment, service, async (name, db) => {
        const events = await discardDeadLetter(db, { consumer, eventId });
        if (events > 0) terminal.print(`${name}: discarded`);
        discarded += events;
      });
      if (discarded === 0) throw new CommandFailure(`There is no dead letter ${event}.`);
    });
}
