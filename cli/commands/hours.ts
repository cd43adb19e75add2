import { Command, Option } from 'commander';
import type { TimePeriodTotals, TimeTotals } from '../../clients/typescript/src/index.ts';
import { API_ENVIRONMENT, type ApiOptions, addApiOptions, withApi } from '../api/with-api.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { hoursFindingsCommand } from './hours-findings.ts';

interface Options extends ApiOptions {
  readonly user?: string;
  readonly email?: string;
  readonly code?: string;
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'week' | 'month';
  readonly json?: true;
}

export function hoursCommand(context: CliContext): Command {
  return new Command('hours')
    .description('Shows hours, and what of them the rules of working time do not allow.')
    .addHelpText('after', `\nExample:\n  ${EXAMPLE}`)
    .addCommand(showCommand(context), { isDefault: true })
    .addCommand(hoursFindingsCommand(context));
}

function showCommand({ terminal, environment }: CliContext): Command {
  const command = new Command('show')
    .description('Shows the hours of a member by day, week or month, in the time zone of the institution.')
    .option('--code <code>', 'the member’s code (badge)')
    .option('--email <email>', 'or the member’s email')
    .option('--user <id>', 'or the member’s user ID')
    .requiredOption('--from <date>', 'the first day: 2026-10-01')
    .requiredOption('--to <date>', 'the day after the last, at most 366 days later: 2026-11-01')
    .addOption(
      new Option('--by <period>', 'the length of each period').choices(['day', 'week', 'month']).default('day'),
    )
    .option('--json', 'print the hours as GET /time-tracking/totals returns them')
    .addHelpText('after', HELP)
    .action(async ({ user, email, code, from, to, by, json, ...options }: Options) => {
      if ([user, email, code].filter((each) => each !== undefined).length !== 1)
        throw new CommandFailure('Name the member with exactly one of --code, --email and --user.');
      const { data: totals } = await withApi(environment, options, (lyceum) =>
        lyceum.timeTracking.getTotals({ userId: user, email, code, from, to, by }),
      );
      if (json) return terminal.printJson(totals);
      const { openSession } = totals;
      terminal.printTable(HEADER, [...totals.periods.map(rowOf), ['TOTAL', '', ...cellsOf(totals)]]);
      terminal.note(`Days are those of ${totals.timeZone}.`);
      if (openSession) terminal.note(`Not counted: the session that has been open since ${openSession.startTime}.`);
    });
  return addApiOptions(command);
}

const EXAMPLE = 'lyceum hours --code NH-0001 --from 2026-10-01 --to 2026-11-01 --by week';

const HELP = `
WORKED and PAUSES are hours and minutes. TOTAL is rounded by itself, and counts
a log that passes midnight once.

${API_ENVIRONMENT}

Example:
  ${EXAMPLE}`;

const HEADER = ['FROM', 'TO', 'WORKED', 'PAUSES', 'LOGS', 'AUTO-CLOSED'];

function rowOf({ start, end, ...sums }: TimePeriodTotals): string[] {
  return [start, end, ...cellsOf(sums)];
}

type Sums = Pick<TimeTotals, 'workedMinutes' | 'pauseMinutes' | 'logs' | 'autoClosed'>;

function cellsOf({ workedMinutes, pauseMinutes, logs, autoClosed }: Sums): string[] {
  return [clockText(workedMinutes), clockText(pauseMinutes), String(logs), String(autoClosed)];
}

/** Minutes as hours and minutes: `7:05`. */
function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
