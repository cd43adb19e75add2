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
    .description('Replays dead letters, all or some, together with earlier ones of the same record.')
    .option('--service <name>', 'only dead letters of one service')
    .option('--consumer <name>', 'only dead letters of one consumer')
    .option('--event <id>', 'only this event')
    .addHelpText(
      'after',
      `\nThe services replay them within moments. To see what failed again, run
      "lyceum events dead-letters".\n${DEAD_LETTERS_HELP}`,
    )
    .action(async ({ service, consumer, event }: Options) => {
      const [{ withServiceDatabases }, { replayDeadLetters }] = await Promise.all([
        import('../service-databases.ts'),
        import('../dead-letters/dead-letter-list.ts'),
      ]);
      const eventId = eventIdOf(event);
      await withServiceDatabases(environment, service, async (name, db) => {
        const events = await replayDeadLetters(db, { consumer, eventId }, systemClock.now());
        if (events > 0) terminal.print(`${name}: ${events} to be replayed`);
      });
    });
}
