import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { RefusedRows } from '../punch/punch.ts';
import type { Outcome } from '../punch/run-punches.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly offline?: true;
  readonly url?: string;
  readonly clientId?: string;
  readonly json?: true;
}

export function punchCommand({ terminal, environment, exitWith }: CliContext): Command {
  return new Command('punch')
    .description('Sends the punches of a CSV file to the HTTP API, as a badge terminal does.')
    .argument('<file>', 'a CSV file with the columns code, kind, time, and optionally label and template')
    .option('--offline', 'send complete logs in bulk, to replay an offline day')
    .option('--url <url>', 'URL of the gateway (LYCEUM_URL)')
    .option('--client-id <id>', 'client ID of an integration (LYCEUM_CLIENT_ID)')
    .option('--json', 'print {"rows", "accepted", "replayed", "refused", "unsent"}')
    .addHelpText('after', HELP)
    .action(async (path: string, { offline, url, clientId, json }: Options) => {
      // Loaded here so that the other commands start faster.
      const [{ PunchFile }, { Api }, { readApiConfig }, { runPunches }] = await Promise.all([
        import('../punch/file/punch-file.ts'),
        import('../punch/api/api.ts'),
        import('../punch/api/api-config.ts'),
        import('../punch/run-punches.ts'),
      ]);
      const config = readApiConfig(environment, {
        ...(url === undefined ? {} : { LYCEUM_URL: url }),
        ...(clientId === undefined ? {} : { LYCEUM_CLIENT_ID: clientId }),
      });
      const file = await PunchFile.open(path);
      const outcome = await runPunches({
        file,
        api: new Api(config),
        isOffline: offline === true,
        onRefusal: (rows) => terminal.error([describeRefusal(rows)]),
        onProgress: (text) => terminal.progress(text),
      }).finally(() => file.close());
      printOutcome(terminal, outcome, json === true);
      if ('failure' in outcome) throw outcome.failure;
      if (outcome.refused > 0) exitWith(ROWS_REFUSED);
    });
}

const ROWS_REFUSED = 1;

const HELP = `
The header names the columns, in any order: code, kind (start, pause, resume,
stop, timestamp), time (with an offset), and for timestamps label or template.
The whole file is checked before anything is sent; each fault is printed with
its line and column.

The idempotency key of each request is derived from its rows, so sending the
same file again changes nothing: its rows count as replayed. Keys expire after
24 hours; rows that were sent one by one are then refused instead. Refused
rows are printed with their line, and sent again on the next run.

With --offline, the rows from a start to the next stop of the same code form
one log; unpaired rows and timestamps are refused.

Environment:
  LYCEUM_URL                 URL of the gateway (http://localhost:8080)
  LYCEUM_CLIENT_ID           client ID of an integration
  LYCEUM_CLIENT_SECRET       its client secret
  LYCEUM_CLIENT_SECRET_FILE  or a file that contains the client secret

The exit code is 0; 1 if rows were refused; or 2 if the file has faults or the
API cannot be used.

Examples:
  lyceum punch today.csv
  lyceum punch --offline --json yesterday.csv`;

function describeRefusal({ lines: [first, ...others], reason }: RefusedRows): string {
  const lines = others.length === 0 ? `line ${first}` : `line ${first} (with ${others.join(', ')})`;
  return printable(`${lines}: ${reason}`);
}

function printOutcome(terminal: Terminal, { rows, accepted, replayed, refused, unsent }: Outcome, asJson: boolean) {
  const counts = { rows, accepted, replayed, refused, unsent };
  if (asJson) terminal.printJson(counts);
  else
    terminal.printTable(
      Object.keys(counts).map((name) => name.toUpperCase()),
      [Object.values(counts).map(String)],
    );
}
