import { Command } from 'commander';
import type { Surroundings } from '../command-context.ts';
import { eventIdOf } from '../events/event-id.ts';
import { CommandFailure } from '../failure.ts';
import { PARKED_HELP } from './events-parked.ts';

interface Options {
  readonly service?: string;
  readonly consumer?: string;
  readonly event: string;
}

export function eventsDiscardCommand({ terminal, environment }: Surroundings): Command {
  return new Command('discard')
    .description('Discards a dead letter for good, so that later events of its record can be replayed.')
    .requiredOption('--event <id>', 'the event')
    .option('--service <name>', 'only for one service')
    .option('--consumer <name>', 'only for one consumer')
    .addHelpText('after', PARKED_HELP)
    .action(async ({ service, consumer, event }: Options) => {
      const [{ withServiceDatabases }, { discardParkedEvent }] = await Promise.all([
        import('../service-databases.ts'),
        import('../../platform/data/inbox/parked-list.ts'),
      ]);
      const eventId = eventIdOf(event);
      let discarded = 0;
      await withServiceDatabases(environment, service, async (name, db) => {
        const events = await discardParkedEvent(db, { consumer, eventId });
        if (events > 0) terminal.print(`${name}: discarded`);
        discarded += events;
      });
      if (discarded === 0) throw new CommandFailure(`There is no dead letter ${event}.`);
    });
}
