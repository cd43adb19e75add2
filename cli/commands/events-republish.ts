import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { instantOf } from '../option-values.ts';

interface Options {
  readonly since: string;
  readonly service?: string;
}

export function eventsRepublishCommand({ terminal, environment }: CliContext): Command {
  return new Command('republish')
    .description('Has the services publish again what happened since a time.')
    .requiredOption('--since <time>', 'from this time on: 2026-10-05T08:00:00Z, or an age: 90s, 15m, 2h, 3d')
    .option('--service <name>', 'only events of one service')
    .addHelpText('after', HELP)
    .action(async ({ since, service }: Options) => {
      const from = instantOf(since, '--since');
      const [{ withServiceDatabases }, { publishAgainSince }] = await Promise.all([
        import('../service-databases.ts'),
        import('../../platform/data/outbox/published.ts'),
      ]);
      await withServiceDatabases(environment, service, async (name, db) => {
        const events = await publishAgainSince(db, from);
        if (events > 0) terminal.print(`${name}: ${events} to be published again`);
      });
    });
}

const HELP = `
For consumers that have lost events, after NATS was restored from a backup, for
example. The feed needs no command: it asks for what it lacks. The services keep
published events for three days. A consumer that has handled an event before
knows its id; for ten minutes after its publication, NATS ignores it.

${DATABASES_HELP}

Example:
  lyceum events republish --since 6h --service timetracking`;
