import { Command } from 'commander';
import { report } from '../checks/finding.ts';
import type { CliContext } from '../cli-context.ts';

export function statusCommand(context: CliContext): Command {
  return new Command('status')
    .description('Shows the state of a running installation, one line per part.')
    .option('--json', 'print {"ok", "findings": [{"thing", "state", "detail"}]}')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: true }) => {
      // Loaded here: loading all services takes longer than most commands run.
      const [
        { processFindings },
        { databaseFindings },
        { standstillFindings },
        { natsFindings },
        { certificateFindings },
      ] = await Promise.all([
        import('../status/processes.ts'),
        import('../status/databases.ts'),
        import('../status/standstills.ts'),
        import('../status/nats.ts'),
        import('../status/certificates.ts'),
      ]);
      const { environment } = context;
      const [processes, databases, standstills, nats] = await Promise.all([
        processFindings(context),
        databaseFindings(environment),
        standstillFindings(environment),
        natsFindings(environment),
      ]);
      report(
        context,
        [...processes, ...databases, ...standstills, ...nats, ...certificateFindings(environment)],
        json === true,
      );
    });
}

const HELP = `
Checks processes, databases, migrations, waiting events, closed institutions,
NATS and certificates of the platform on this machine, or of the one the
environment names. Each check takes a few seconds at most. It changes nothing.
The exit code is 0, or 1 if something is wrong.

Environment:
  LYCEUM_URL              URL of the gateway (http://localhost:8080)
  GRPC_URL, GRPC_TLS_*    address and certificates of the services
  DATABASE_URL, SERVICE_DATABASE_URL, or DATA_DIR
                          addresses of the databases
  PLACED_DATABASE_URLS    those on other servers: b=postgres://…
  NATS_URL, NATS_TLS_CA   address of NATS; if not set, NATS is not checked

Examples:
  lyceum status
  lyceum status --json | jq '.findings[] | select(.state == "wrong")'`;
