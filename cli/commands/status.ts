import { Command } from 'commander';
import { report } from '../checks/finding.ts';
import type { CliContext } from '../cli-context.ts';

export function statusCommand(context: CliContext): Command {
  return new Command('status')
    .description('Says how the parts of a running installation are, a line for each.')
    .option('--json', 'print {"ok", "findings": [{"thing", "state", "detail"}]}')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: true }) => {
      // Only here: loading all services takes longer than most commands run.
      const [{ processFindings }, { databaseFindings }, { natsFinding }, { certificateFindings }] = await Promise.all([
        import('../status/processes.ts'),
        import('../status/databases.ts'),
        import('../status/nats.ts'),
        import('../status/certificates.ts'),
      ]);
      const { environment } = context;
      const [processes, databases, nats] = await Promise.all([
        processFindings(context),
        databaseFindings(environment),
        natsFinding(environment),
      ]);
      report(context, [...processes, ...databases, nats, ...certificateFindings(environment)], json === true);
    });
}

const HELP = `
Processes, databases, migrations, events that wait, NATS, certificates: of the
platform that runs on this machine, or of the one that the environment names.
It waits a few seconds for each at most, and changes nothing.
The exit code is 0, or 1 when something is wrong.

Environment:
  LYCEUM_URL              where the gateway answers (http://localhost:8080)
  GRPC_URL, GRPC_TLS_*    where and how the services answer
  DATABASE_URL, SERVICE_DATABASE_URL, or DATA_DIR
                          where the databases are
  NATS_URL, NATS_TLS_CA   where NATS is; without it NATS is not asked

Examples:
  lyceum status
  lyceum status --json | jq '.findings[] | select(.state == "wrong")'`;
