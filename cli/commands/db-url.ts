import { Argument, Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { SERVICES } from '../service-names.ts';

export function dbUrlCommand({ terminal, environment }: CliContext): Command {
  return new Command('url')
    .description("Prints the address of a service's database, password included.")
    .addArgument(serviceArgument())
    .addHelpText('after', helpOf('lyceum db url directory', 'pg_dump "$(lyceum db url directory)" > directory.sql'))
    .action(async (service: string) => {
      const { serviceDatabaseUrls } = await import('../service-databases.ts');
      for (const [, url] of await serviceDatabaseUrls(environment, service)) terminal.print(url);
    });
}

/** The service whose database is meant. */
export function serviceArgument(): Argument {
  return new Argument('<service>', 'whose database').choices(SERVICES);
}

/** Where the databases of services are looked for. */
export function helpOf(...examples: readonly string[]): string {
  return `
${DATABASES_HELP}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`;
}
