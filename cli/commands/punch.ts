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
    .description('Sends punches of a CSV file to the HTTP API, as a badge terminal does.')
    .argument('<file>', 'a CSV file with the columns code, kind, time, and where needed label and template')
    .option('--offline', 'send complete logs in bulk: the way to replay an offline day')
    .option('--url <url>', 'where the gateway answers (LYCEUM_URL)')
    .option('--client-id <id>', 'the clientId of an integration (LYCEUM_CLIENT_ID)')
    .option('--json', 'print {"rows", "accepted", "replayed", "refused", "unsent"}')
    .addHelpText('after', HELP)
    .action(async (path: string, { offline, url, clientId, json }: Options) => {
      // Only here: the other commands start faster without it.
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
The file's header names its columns, in any order: code, kind (start, pause,
resume, stop, timestamp), time (with an offset), and for timestamps label or
template. It is checked whole before anything is sent; each fault is printed
with its line and column.

Every request has a key that follows from its rows, so that the same file
again changes nothing: its rows are replayed. After 24 hours, when keys are
forgotten, rows that were sent one by one are refused instead. Refused rows
are printed with their line, and sent again on the next run.

With --offline, the rows from a start to the next stop of the same code are
one log; unpaired rows and timestamps are refused.

Environment:
  LYCEUM_URL                 where the gateway answers (http://localhost:8080)
  LYCEUM_CLIENT_ID           the clientId of an integration
  LYCEUM_CLIENT_SECRET       its clientSecret
  LYCEUM_CLIENT_SECRET_FILE  a file that holds the clientSecret instead

Exit code: 0, or 1 when rows were refused, or 2 when the file is faulty or the
API cannot be used.

Examples:
  lyceum punch today.csv
  lyceum punch --offline --json yesterday.csv`;

function describeRefusal({ lines: [first, ...others], reason }: RefusedRows): string {
  const lines = others.length === 0 ? `line ${first}` : `line ${first}, and with it ${others.join(', ')}`;
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
