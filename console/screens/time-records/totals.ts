import type { Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { partial } from '../../components/pages.ts';
import { type Counted, countText, strip } from '../../components/strip.ts';
import { table } from '../../components/table.ts';
import { hours } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { pathOf } from '../people/person-of.ts';
import type { Selection } from './filter.ts';
import { monthGrid } from './grid.ts';
import { isGrid, minutesOf, type PeriodHours, sumOf } from './period-hours.ts';
import { PATH } from './record-of.ts';

/** What is to be known of a period at first: people, their hours, and what is to be done. */
export function hoursStrip({ totals, next, toCorrect }: PeriodHours, query: SessionVisit['query']): Html {
  const { cursor: _cursor, before: _before, ...filters } = query;
  const href = `${PATH}?${new URLSearchParams({ ...filters, show: 'auto-closed' })}`;
  const guessed = sumOf(totals, ({ marks }) => marks?.toCorrectSeconds ?? 0);
  const all: Counted[] = [
    { value: totals.length, words: t.timeRecords[next === undefined ? 'people' : 'peopleAndMore'](totals.length) },
    {
      value: hours(minutesOf(sumOf(totals, ({ workedSeconds }) => workedSeconds))),
      words: guessed > 0 ? t.timeRecords.inAllGuessed(hours(minutesOf(guessed))) : t.timeRecords.inAll,
    },
    { value: countText(toCorrect), words: t.timeRecords.toCheck, href, isToDo: toCorrect > 0 },
  ];
  return strip(all, 'summary');
}

/** The hours of each person: by day in a period of at most a month, or in all. */
export async function hoursSection(visit: SessionVisit, { days }: Selection, read: PeriodHours): Promise<Html> {
  const { query } = visit;
  const { cursor: _cursor, before: _before, people: _people, ...filters } = query;
  const addressOf = (more: Readonly<Record<string, string>>) =>
    `${PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  const body = isGrid(days) ? await monthGrid(visit, days, read) : totalsTable(read);
  const pages: readonly (readonly [string, string | undefined])[] = [
    [t.timeRecords.firstPeople, query.people === undefined ? undefined : addressOf({})],
    [t.timeRecords.nextPeople, read.next === undefined ? undefined : addressOf({ people: read.next })],
  ];
  const nav = pages.flatMap(([label, address]) =>
    address === undefined ? [] : html`<a class="button" href="${address}" ${partial(address)}>${label}</a>`,
  );
  return section(
    'hours',
    t.timeRecords.hours,
    html`<details class="fold"><summary>${t.timeRecords.showHours}</summary>${body}</details>${
      nav.length > 0 && html`<nav class="actions" aria-label="${t.words.people}">${nav}</nav>`
    }`,
  );
}

function totalsTable({ totals, names }: PeriodHours): Html {
  return table<Totals>({
    label: t.timeRecords.totals,
    rows: totals,
    columns: [
      { head: t.words.person, cell: ({ userId }) => names(userId) },
      { head: t.timeRecords.worked, kind: 'num', cell: ({ workedMinutes }) => hours(workedMinutes) },
      { head: t.timeRecords.pauses, kind: 'num', cell: ({ pauseMinutes }) => hours(pauseMinutes) },
      { head: t.timeRecords.records, kind: 'num', cell: ({ logs }) => logs },
      { head: t.timeRecords.toCheckHead, kind: 'num', cell: ({ marks }) => marks?.toCorrect },
    ],
    href: ({ userId }) => pathOf({ id: userId }),
    empty: { title: t.timeRecords.noHours, text: t.timeRecords.noHoursText },
  });
}
