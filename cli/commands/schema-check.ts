import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';

export function schemaCheckCommand({ terminal, environment, exitWith }: CliContext): Command {
  return new Command('check')
    .description('Compares the tables of live databases with the schema in the code, and prints each difference.')
    .option('--service <name>', 'only the database of one service')
    .option('--json', 'print a JSON array')
    .addHelpText('after', HELP)
    .action(async ({ service, json }: { service?: string; json?: true }) => {
      // Loaded here: the services take longer to load than most commands run.
      const [{ definitionOf }, { schemaDrift }, { databaseFailure, serviceDatabaseUrls }] = await Promise.all([
        import('../definition-of.ts'),
        import('../../platform/data/schema-drift.ts'),
        import('../service-databases.ts'),
      ]);
      const found: { readonly service: string; readonly table: string; readonly difference: string }[] = [];
      for (const [name, url] of await serviceDatabaseUrls(environment, service)) {
        terminal.progress(`comparing ${name}`);
        const drift = await schemaDrift(url, definitionOf(name).migrations)
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
It reads the catalogues of the databases and changes nothing.
The exit code is 0; 1 if there is a difference; or 2 if a database cannot be
used.

${DATABASES_HELP}

Example:
  lyceum schema check
  lyceum schema check --service directory`;
