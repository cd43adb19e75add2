import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import type { CliContext } from '../cli-context.ts';
import { eventIdOf } from '../events/event-id.ts';
import { DEAD_LETTERS_HELP } from './events-dead-letters.ts';

interface Options {
  readonly service?: string;
  readonly consumer?: string;
  readonly event?: string;
}

export function eventsReplayCommand({ terminal, environment }: CliContext): Command {
  return new Command('replay')
    .description('Has parked events handled again, all or some, with those of the same record that came before.')
    .option('--service <name>', 'only those of one service')
    .option('--consumer <name>', 'only those of one consumer')
    .option('--event <id>', 'only this one')
    .addHelpText(
      'after',
      `\nThe services do it in a moment; "lyceum events dead-letters" shows what fails again.\n${DEAD_LETTERS_HELP}`,
    )
    .action(async ({ service, consumer, event }: Options) => {
      const [{ withServiceDatabases }, { replayDeadLetters }] = await Promise.all([
        import('../service-databases.ts'),
        import('../../platform/data/inbox/dead-letter-list.ts'),
      ]);
      const eventId = eventIdOf(event);
      await withServiceDatabases(environment, service, async (name, db) => {
        const events = await replayDeadLetters(db, { consumer, eventId }, systemClock.now());
        if (events > 0) terminal.print(`${name}: ${events} to be replayed`);
      });
    });
}
