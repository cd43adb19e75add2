import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../platform/core/config/config.ts';
import { report } from '../checks/finding.ts';
import type { CliContext } from '../cli-context.ts';
import { dataVariables } from '../data-variables.ts';

export function doctorCommand(context: CliContext): Command {
  return new Command('doctor')
    .description("Says what is wrong with this machine's set-up, and the command that mends it.")
    .option('--json', 'print {"ok", "findings": [{"thing", "state", "detail", "remedy"}]}')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: true }) => {
      // Only here: loading all services takes longer than most commands run.
      const [{ packageFindings }, { dataDirectoryState }, { portFindings }, { environmentFindings }] =
        await Promise.all([
          import('../doctor/packages.ts'),
          import('../doctor/data-directory.ts'),
          import('../doctor/ports.ts'),
          import('../doctor/environment.ts'),
        ]);
      const { environment } = context;
      const { findings, isRunning } = await dataDirectoryState(
        resolve(readConfig(dataVariables, environment).DATA_DIR),
      );
      const modules = new URL('../../node_modules/', import.meta.url);
      const needsPostgres = !environment.DATABASE_URL && !environment.DATABASE_URL_FILE;
      const found = [
        ...(await packageFindings(modules, needsPostgres)),
        ...environmentFindings(environment),
        ...findings,
        ...(await portFindings(environment, isRunning)),
      ];
      report(context, found, json === true);
    });
}

const HELP = `
Node, packages, environment variables, the data folder and what earlier runs
have left in it, disk and ports. It changes nothing; lyceum status is about a
platform that runs. The exit code is 0, or 1 when something is wrong.

Environment:
  DATA_DIR    the data folder of npm start (.data); all others are looked at

Example:
  lyceum doctor`;
