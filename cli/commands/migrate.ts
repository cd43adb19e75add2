import { Command } from 'commander';
import {
  configuredDirectUrl,
  configuredServers,
  databaseVariable,
  databaseVariables,
} from '../../deploy/installation/database-urls.ts';
import { ConfigError, readConfig } from '../../platform/core/config/config.ts';
import { FIRST_SERVER, nameAt } from '../../platform/data/placements.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

export function migrateCommand({ terminal, environment }: CliContext): Command {
  return new Command('migrate')
    .description('Migrates the databases of all services.')
    .addHelpText('after', HELP)
    .action(async () => {
      // Loaded here: loading all services takes longer than most commands run.
      const [{ services }, { migrate }, { silentLogger }] = await Promise.all([
        import('../../deploy/installation/services.ts'),
        import('../../platform/data/migrate.ts'),
        import('../../platform/observability/log.ts'),
      ]);
      const names = services.map(({ name }) => name);
      readConfig(databaseVariables(names, { environment, required: false }), environment);
      const others = configuredServers(environment);
      const databases = [FIRST_SERVER, ...others].flatMap((server) =>
        services
          .filter(({ isPlaceable }) => isPlaceable || server === FIRST_SERVER)
          .map(({ name: service, migrations }) => {
            const name = nameAt(service, server);
            return { name, server, migrations, databaseUrl: configuredDirectUrl(name, environment) ?? '' };
          }),
      );
      const missing = databases.filter(({ databaseUrl }) => databaseUrl === '');
      if (missing.length > 0) {
        throw new ConfigError(
          missing.map(({ name }) => `DATABASE_URL or ${databaseVariable(name)} is missing: the database of ${name}`),
        );
      }
      for (const { name, databaseUrl, ...database } of databases) {
        terminal.progress(`migrating ${name}`);
        await migrate({ databaseUrl, ...database, log: silentLogger }).catch((error: Error) => {
          terminal.progress('');
          throw new CommandFailure(`The database of ${name} could not be migrated: ${reasonOf(error)}`);
        });
        terminal.progress('');
        terminal.print(`${name}: up to date`);
      }
    });
}

const HELP = `
Run this before you update the services. Migrations are additive: services of
the previous version keep working.

Environment:
  DATABASE_URL          a PostgreSQL server with databases lyceum_SERVICE
  SERVICE_DATABASE_URL  database of one service, as in DIRECTORY_DATABASE_URL
  DIRECT_DATABASE_URL, SERVICE_DIRECT_DATABASE_URL
                        the same without PgBouncer, if you use it
  PLACED_DATABASE_URLS  other servers with rows of institutions: b=postgres://…
  PLACED_DIRECT_DATABASE_URLS
                        the same without PgBouncer

Example:
  DATABASE_URL=postgres://lyceum:secret@db.internal lyceum migrate`;

/** A refused connection is an AggregateError without its own message. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((each: Error) => each.message).join('; ');
  return error.message;
}
