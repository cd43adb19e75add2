import { resolve } from 'node:path';
import { Command } from 'commander';
import { configuredDatabase } from '../../deploy/installation/database-urls.ts';
import { type Environment, isSet, readConfig } from '../../platform/core/config/config.ts';
import { report } from '../checks/finding.ts';
import type { CliContext } from '../cli-context.ts';
import { dataVariables } from '../data-variables.ts';
import { SERVICES } from '../service-names.ts';

export function doctorCommand(context: CliContext): Command {
  return new Command('doctor')
    .description("Checks this machine's setup, and prints the command that fixes each fault.")
    .option('--json', 'print {"ok", "findings": [{"thing", "state", "detail", "remedy"}]}')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: true }) => {
      // Loaded here: loading all services takes longer than most commands run.
      const [
        { packageFindings },
        { dataDirectoryFindings },
        { portFindings },
        { environmentFindings },
        { natsFindings },
      ] = await Promise.all([
        import('../doctor/packages.ts'),
        import('../doctor/data-directory.ts'),
        import('../doctor/ports.ts'),
        import('../doctor/environment.ts'),
        import('../doctor/nats.ts'),
      ]);
      const { environment } = context;
      const { DATA_DIR } = readConfig(dataVariables, environment);
      // An installation whose databases are elsewhere has no data folder, unless somebody names one.
      const usesFolder = needsPostgres(environment) || isSet('DATA_DIR', environment);
      const modules = new URL('../../node_modules/', import.meta.url);
      const found = [
        ...(await packageFindings(modules, needsPostgres(environment))),
        ...environmentFindings(environment),
        ...(usesFolder ? await dataDirectoryFindings(resolve(DATA_DIR)) : []),
        ...(await portFindings(environment)),
        ...(await natsFindings(environment)),
      ];
      report(context, found, json === true);
    });
}

function needsPostgres(environment: Environment): boolean {
  return SERVICES.some((name) => configuredDatabase(name, environment) === undefined);
}

const HELP = `
Checks Node, packages, environment variables, the data folder, leftovers of
earlier runs, disk space, ports and the version of NATS. It changes nothing. To
check a running platform, use lyceum status.
The exit code is 0, or 1 if something is wrong.

Environment:
  DATA_DIR    the data folder of npm start (.data); all other variables are
              checked
  NATS_URL    address of NATS; if not set, its version is not checked

Example:
  lyceum doctor`;
