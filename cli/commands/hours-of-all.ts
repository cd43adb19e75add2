import type { Lyceum, TimeMemberTotals, User } from '../../clients/typescript/src/index.ts';
import type { Environment } from '../../platform/core/config/config.ts';
import { csvRow } from '../../records/csv.ts';
import { type ApiOptions, withApi } from '../api/with-api.ts';
import { withRunning } from '../running.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { clockText } from './clock-text.ts';

export interface HoursOfAll extends ApiOptions {
  readonly group?: string;
  readonly from: string;
  readonly to: string;
  readonly json?: true;
  readonly csv?: true;
}

type Person = Pick<User, 'id' | 'name' | 'code'>;

/** Prints the hours of all members with anything in a period, archived ones too. */
export async function showHoursOfAll(
  terminal: Terminal,
  environment: Environment,
  { group, from, to, json, csv, ...options }: HoursOfAll,
): Promise<void> {
  await withApi(withRunning(environment), options, async (lyceum) => {
    const query = { from, to, userGroupId: group, limit: 100 };
    const all = await Array.fromAsync(lyceum.timeTracking.memberTotals.list(query));
    if (json) return terminal.printJson(all);
    const people = await namesOf(lyceum, all);
    const cellsOf = ({ userId }: TimeMemberTotals) => [
      userId,
      people.get(userId)?.code ?? '',
      people.get(userId)?.name ?? '',
    ];
    if (csv) {
      terminal.print(csvRow(COLUMNS).trimEnd());
      for (const each of all) terminal.print(csvRow([...cellsOf(each), ...sumsOf(each)]).trimEnd());
      return;
    }
    terminal.printTable(
      ['USER', 'CODE', 'NAME', 'WORKED', 'PAUSES', 'LOGS', 'AUTO-CLOSED', ''],
      all.map((each) => [
        ...[...cellsOf(each), clockText(each.workedMinutes), clockText(each.pauseMinutes)],
        ...[String(each.logs), String(each.autoClosed), each.openSession ? 'open session' : ''],
      ]),
    );
  });
}

const COLUMNS = [
  ...['userId', 'code', 'name', 'workedMinutes', 'workedSeconds', 'pauseMinutes', 'logs', 'autoClosed'],
  'openSince',
];

function sumsOf(totals: TimeMemberTotals) {
  const { workedMinutes, workedSeconds, pauseMinutes, logs, autoClosed, openSession } = totals;
  return [workedMinutes, workedSeconds, pauseMinutes, logs, autoClosed, openSession?.startTime];
}

/** Who the members of some hours are, if the integration may read users. */
export async function namesOf(
  lyceum: Lyceum,
  all: readonly Pick<TimeMemberTotals, 'userId'>[],
): Promise<ReadonlyMap<string, Person>> {
  const ids = new Set(all.map(({ userId }) => userId));
  try {
    const people = await Array.fromAsync(lyceum.users.byIds([...ids], { fields: ['id', 'name', 'code'] }));
    return new Map(people.map((each) => [each.id, each]));
  } catch (error) {
    const { ForbiddenError } = await import('../../clients/typescript/src/index.ts');
    if (error instanceof ForbiddenError) return new Map();
    throw error;
  }
}
