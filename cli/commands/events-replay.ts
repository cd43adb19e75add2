import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import type { Surroundings } from '../command-context.ts';
import { eventIdOf } from '../events/event-id.ts';
import { PARKED_HELP } from './events-parked.ts';

interface Options {
  readonly service?: string;
  readonly consumer?: string;
  readonly event?: string;
}

export function eventsReplayCommand({ terminal, environment }: Surroundings): Command {
  return new Command('replay')
    .description('Has parked events handled again, all or some, with those of the same record that came before.')
    .option('--service <name>', 'only those of one service')
    .option('--consumer <name>', 'only those of one consumer')
    .option('--event <id>', 'only this one')
    .addHelpText(
      'after',
      `\nThe services do it in a moment; "lyceum events parked" shows what fails again.\n${PARKED_HELP}`,
    )
    .action(async ({ service, consumer, event }: Options) => {
      const [{ withServiceDatabases }, { replayParkedEvents }] = await Promise.all([
        import('../service-databases.ts'),
        import('../../platform/data/inbox/parked-list.ts'),
      ]);
      const eventId = eventIdOf(event);
      await withServiceDatabases(environment, service, async (name, db) => {
        const events = await replayParkedEvents(db, { consumer, eventId }, systemClock.now());
        if (events > 0) terminal.print(`${name}: ${events} to be replayed`);
      });
    });
}
