import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import type { DeadLetter } from '../dead-letters/dead-letter-list.ts';
import { eventIdOf } from '../events/event-id.ts';
import { CommandFailure } from '../failure.ts';

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

interface SomeDeadLetters {
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
    .action(async ({ service, consumer, event }: SomeDeadLetters) => {
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

interface OneDeadLetter {
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
    .action(async ({ service, consumer, event }: OneDeadLetter) => {
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
