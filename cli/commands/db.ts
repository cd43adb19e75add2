import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Argument, Command } from 'commander';
import type { Environment } from '../../platform/core/config/config.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure } from '../failure.ts';
import { SERVICES } from '../service-names.ts';
import { leavingInterruptsToChild } from '../terminal/interrupts.ts';

export function dbUrlCommand({ terminal, environment }: CliContext): Command {
  return new Command('url')
    .description("Prints the URL of a service's database, including the password.")
    .addArgument(databaseArgument())
    .addHelpText(
      'after',
      helpOf(
        'lyceum db url directory',
        'lyceum db url timetracking@b',
        'pg_dump "$(lyceum db url directory)" > directory.sql',
      ),
    )
    .action(async (database: string) => {
      const { databaseUrlOf } = await import('../service-databases.ts');
      terminal.print(await databaseUrlOf(environment, database));
    });
}

/** A database, of which completion knows those on the first server. */
function databaseArgument(): Argument {
  return new Argument('<service>', 'the service; on another server, such as timetracking@b')
    .choices(SERVICES)
    .argParser((name) => name);
}

/** Help text: how the commands find the databases, and examples. */
export function helpOf(...examples: readonly string[]): string {
  return `
${DATABASES_HELP}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`;
}

export function dbShellCommand({ environment, exitWith }: CliContext): Command {
  return new Command('shell')
    .description("Opens psql on a service's database, and exits with psql's exit code.")
    .addArgument(databaseArgument())
    .argument('[psql-options...]', 'options for psql, after --')
    .addHelpText(
      'after',
      helpOf('lyceum db shell directory', "lyceum db shell directory -- -c 'SELECT count(*) FROM users'"),
    )
    .action(async (database: string, args: readonly string[]) => {
      const { databaseUrlOf } = await import('../service-databases.ts');
      const url = await databaseUrlOf(environment, database);
      exitWith(await leavingInterruptsToChild(() => psql(url, args, environment)));
    });
}

/**
 * Runs psql on this terminal. Passes the password in the environment: any user of the machine can read command lines.
 */
async function psql(url: string, args: readonly string[], environment: Environment): Promise<number> {
  const target = new URL(url);
  const { password } = target;
  target.password = '';
  const child = spawn('psql', [`--dbname=${target.href}`, ...args], {
    stdio: 'inherit',
    env: { ...environment, PGPASSWORD: decodeURIComponent(password) },
  }).on('error', () => undefined);
  try {
    const [code] = await once(child, 'exit');
    return code ?? KILLED;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CommandFailure(NO_PSQL);
  }
}

const KILLED = 1;

const NO_PSQL = `psql is not on your PATH, and the embedded PostgreSQL does not include it.
Install it:
  apt-get install postgresql-client    (Debian, as root)
  brew install libpq                   (macOS)
Or use any other client: lyceum db url prints the address.`;
