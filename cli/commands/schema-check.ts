import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';

export function schemaCheckCommand({ terminal, environment, exitWith }: CliContext): Command {
  return new Command('check')
    .description('Compares the tables of live databases with their declarations, and names each difference.')
    .option('--service <name>', 'only the database of one service')
    .option('--json', 'print an array')
    .addHelpText('after', HELP)
    .action(async ({ service, json }: { service?: string; json?: true }) => {
      // Only here: the schema generator takes longer to load than most commands run.
      const [{ services }, { schemaDrift }, { platformTables }, { databaseFailure, serviceDatabaseUrls }] =
        await Promise.all([
          import('../../installation/services.ts'),
          import('../../platform/data/schema/schema-drift.ts'),
          import('../../platform/data/schema/platform-tables.ts'),
          import('../service-databases.ts'),
        ]);
      const tables = new Map(services.map(({ name, tables: own }) => [name, [...platformTables, ...own]]));
      const found: { readonly service: string; readonly table: string; readonly difference: string }[] = [];
      for (const [name, url] of await serviceDatabaseUrls(environment, service)) {
        terminal.progress(`comparing ${name}`);
        const drift = await schemaDrift(url, tables.get(name) ?? [])
          .catch((error: unknown) => {
            throw databaseFailure(name, error);
          })
          .finally(() => terminal.progress(''));
        found.push(...drift.map((each) => ({ service: name, ...each })));
        if (!json && drift.length === 0) terminal.print(`${name}: as declared`);
      }
      if (json) terminal.printJson(found);
      else for (const each of found) terminal.print(`${each.service}: ${each.table}: ${each.difference}`);
      if (found.length > 0) exitWith(DRIFTED);
    });
}

const DRIFTED = 1;

const HELP = `
The exit code is 0 without a difference, 1 with one, 2 where a database cannot
be used. It reads the databases' catalogues and changes nothing.

${DATABASES_HELP}

Example:
  lyceum schema check
  lyceum schema check --service directory`;
