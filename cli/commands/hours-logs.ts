import { Command, Option } from 'commander';
import type { TimeRecord } from '../../clients/typescript/src/index.ts';
import { csvRow } from '../../records/csv.ts';
import { API_ENVIRONMENT, addApiOptions, withApi } from '../api/with-api.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { clockText } from './clock-text.ts';
import { type HoursOfAll, namesOf } from './hours-of-all.ts';

export function hoursLogsCommand({ terminal, environment }: CliContext): Command {
  const command = new Command('logs')
    .description('Shows the logs and open sessions of all members that touch some days, those of archived members too.')
    .requiredOption('--from <date>', 'the first day: 2026-10-01')
    .requiredOption('--to <date>', 'the day after the last, at most 366 days later: 2026-11-01')
    .option('--group <id>', 'only of members in this user group')
    .option('--json', 'print an array as GET /time-tracking/member-logs returns it')
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .addHelpText('after', HELP)
    .action(async ({ from, to, group, json, csv, ...options }: HoursOfAll) =>
      withApi(environment, options, async (lyceum) => {
        const all: TimeRecord[] = [];
        for await (const each of lyceum.timeTracking.memberLogs.list({ from, to, userGroupId: group, limit: 100 }))
          if (all.push(each) > MOST)
            throw new CommandFailure(`There are more than ${MOST} logs. Ask for fewer days, or for one group.`);
        if (json) return terminal.printJson(all);
        const people = await namesOf(lyceum, all);
        const whoOf = ({ userId }: TimeRecord) => [userId, people.get(userId)?.code, people.get(userId)?.name];
        if (csv) {
          terminal.print(csvRow(['id', 'userId', 'code', 'name', ...COLUMNS]).trimEnd());
          for (const log of all) {
            const cells = COLUMNS.map((name) => log[name] ?? undefined);
            terminal.print(csvRow([log.id, ...whoOf(log).map((each) => each ?? undefined), ...cells]).trimEnd());
          }
          return;
        }
        terminal.printTable(
          ['START', 'END', 'WORKED', 'USER', 'CODE', 'NAME', ''],
          all.map((log) => [
            ...[log.startTime, log.endTime ?? log.status, clockText(log.workedMinutes ?? 0)],
            ...[...whoOf(log).map((each) => each ?? ''), log.autoClosed ? 'auto-closed' : ''],
          ]),
        );
      }),
    );
  return addApiOptions(command);
}

/** So that they fit into memory. */
const MOST = 100_000;

const COLUMNS = [
  ...(['startTime', 'endTime', 'status', 'workedMinutes', 'pauseMinutes'] as const),
  ...(['autoClosed', 'correctedAt', 'source', 'note', 'updatedAt'] as const),
];

const HELP = `
Times are UTC. WORKED is hours and minutes; an open session has none yet. Codes
and names need an integration that may read users.

${API_ENVIRONMENT}

Example:
  lyceum hours logs --from 2026-10-01 --to 2026-11-01 --csv > october.csv`;
