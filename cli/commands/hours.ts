import { Command, Option } from 'commander';
import type { TimePeriodTotals, TimeTotals } from '../../clients/typescript/src/index.ts';
import { API_ENVIRONMENT, addApiOptions, withApi } from '../api/with-api.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { withRunning } from '../running.ts';
import { clockText } from './clock-text.ts';
import { hoursFindingsCommand } from './hours-findings.ts';
import { hoursLogsCommand } from './hours-logs.ts';
import { type HoursOfAll, showHoursOfAll } from './hours-of-all.ts';

interface Options extends HoursOfAll {
  readonly all?: true;
  readonly user?: string;
  readonly email?: string;
  readonly code?: string;
  readonly by: 'day' | 'week' | 'month';
}

export function hoursCommand(context: CliContext): Command {
  return new Command('hours')
    .description('Shows hours and logs, and what of them the rules of working time do not allow.')
    .addHelpText('after', `\nExample:\n  ${EXAMPLE}`)
    .addCommand(showCommand(context), { isDefault: true })
    .addCommand(hoursLogsCommand(context))
    .addCommand(hoursFindingsCommand(context));
}

function showCommand({ terminal, environment }: CliContext): Command {
  const command = new Command('show')
    .description(
      'Shows hours in the time zone of the institution: of a member by day, week or month, or of all members.',
    )
    .option('--code <code>', 'the member’s code (badge)')
    .option('--email <email>', 'or the member’s email')
    .option('--user <id>', 'or the member’s user ID')
    .addOption(
      new Option('--all', 'or all members with anything in these days').conflicts(['code', 'email', 'user', 'by']),
    )
    .option('--group <id>', 'of them, those in this user group')
    .requiredOption('--from <date>', 'the first day: 2026-10-01')
    .requiredOption('--to <date>', 'the day after the last, at most 366 days later: 2026-11-01')
    .addOption(
      new Option('--by <period>', 'the length of each period').choices(['day', 'week', 'month']).default('day'),
    )
    .option('--json', 'print the hours as the API returns them')
    .addOption(new Option('--csv', 'with --all: print CSV').conflicts('json'))
    .addHelpText('after', HELP)
    .action(async (given: Options) => {
      const { all, user, email, code, group, from, to, by, json, csv, ...options } = given;
      if (all) return showHoursOfAll(terminal, environment, given);
      if (group !== undefined || csv) throw new CommandFailure('--group and --csv need --all.');
      if ([user, email, code].filter((each) => each !== undefined).length !== 1)
        throw new CommandFailure('Name the member with exactly one of --code, --email and --user, or take --all.');
      const { data: totals } = await withApi(withRunning(environment), options, (lyceum) =>
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
a log that passes midnight once. --all has archived members, too; codes and
names need an integration that may read users.

${API_ENVIRONMENT}

Examples:
  ${EXAMPLE}
  lyceum hours --all --from 2026-10-01 --to 2026-11-01 --csv > october.csv`;

const HEADER = ['FROM', 'TO', 'WORKED', 'PAUSES', 'LOGS', 'AUTO-CLOSED'];

function rowOf({ start, end, ...sums }: TimePeriodTotals): string[] {
  return [start, end, ...cellsOf(sums)];
}

type Sums = Pick<TimeTotals, 'workedMinutes' | 'pauseMinutes' | 'logs' | 'autoClosed'>;

function cellsOf({ workedMinutes, pauseMinutes, logs, autoClosed }: Sums): string[] {
  return [clockText(workedMinutes), clockText(pauseMinutes), String(logs), String(autoClosed)];
}
