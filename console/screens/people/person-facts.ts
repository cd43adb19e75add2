import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit, type Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { shownValues } from '../../components/shown-values.ts';
import { hours, localTime, type Present } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { todayIn } from '../time-records/days.ts';
import type { Person } from './person-of.ts';

/** What is known of a person beside the record: groups, hours, the open session. */
export async function personFacts(
  { callIfAvailable, present }: Pick<SessionVisit, 'callIfAvailable' | 'present'>,
  { user, groups }: Person,
): Promise<Html> {
  const month = todayIn(present).with({ day: 1 });
  const [last, next] = [month.subtract({ months: 1 }), month.add({ months: 1 })].map(String);
  const answer = await callIfAvailable(RecordService.method.listTotals, {
    from: last ?? '',
    to: next ?? '',
    by: PeriodUnit.MONTH,
    userIds: [user.id],
  });
  const totals = answer?.totals[0];
  return shownValues('person', [
    ['Groups', groups.length > 0 ? groups.map(({ name }) => name).join(', ') : 'None'],
    ['Worked this month', workedIn(totals, String(month))],
    ['Worked last month', workedIn(totals, last ?? '')],
    ['Open session', openSession(totals, present)],
  ]);
}

function workedIn(totals: Totals | undefined, month: string): string {
  return totals ? hours(totals.periods.find(({ start }) => start === month)?.workedMinutes ?? 0) : AWAY;
}

function openSession(totals: Totals | undefined, present: Present): Fragment {
  if (!totals) return AWAY;
  const { openSession: open } = totals;
  if (!open) return 'None';
  return html`<a href="/console/time-records/${open.id}/end">Clocked in since ${localTime(open.startTime, present)}</a>`;
}

const AWAY = 'Unknown right now';
