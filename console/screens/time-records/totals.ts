import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit, type Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { hours } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { pathOf } from '../people/person-of.ts';
import type { Selection } from './filter.ts';
import { namesOf } from './record-of.ts';

/** The hours of a period by person: of one, or of those with its newest records. */
export async function totalsSection(
  { callIfAvailable }: SessionVisit,
  { days, end, person }: Selection,
): Promise<Html> {
  const answer = await callIfAvailable(RecordService.method.listTotals, {
    from: days.from,
    to: end,
    by: PeriodUnit.MONTH,
    userIds: person ? [person.id] : [],
  });
  const totals = answer?.totals ?? [];
  const names = await namesOf(
    callIfAvailable,
    totals.map(({ userId }) => userId),
  );
  const list = table<Totals>({
    label: 'Totals',
    rows: totals.toSorted((a, b) => names(a.userId).localeCompare(names(b.userId), 'en')),
    columns: [
      { head: 'Person', cell: ({ userId }) => names(userId) },
      { head: 'Worked', kind: 'num', cell: ({ workedMinutes }) => hours(workedMinutes) },
      { head: 'Pauses', kind: 'num', cell: ({ pauseMinutes }) => hours(pauseMinutes) },
      { head: 'Records', kind: 'num', cell: ({ logs }) => logs },
      { head: 'Closed automatically', kind: 'num', cell: ({ autoClosed }) => autoClosed },
    ],
    href: ({ userId }) => pathOf({ id: userId }),
    empty: answer
      ? { title: 'No hours', text: 'The hours of closed records appear here, by person.' }
      : {
          title: 'Unavailable right now',
          text: 'Part of Lyceum is temporarily unavailable. Try again in a few seconds.',
        },
  });
  const about = html`<p class="muted">From ${days.from} to ${days.to}. Only closed records count, and only the part of each that is within these days.${
    answer?.hasMore && ' These are the people with the newest records; Export by day has everybody.'
  }</p>`;
  return section('totals', 'Totals', html`${about}${list}`);
}
