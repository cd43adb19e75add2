import type { Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
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
  const people = totals.length === 1 ? 'person' : 'people';
  const { cursor: _cursor, before: _before, ...filters } = query;
  const href = `${PATH}?${new URLSearchParams({ ...filters, show: 'auto-closed' })}`;
  const guessed = sumOf(totals, ({ marks }) => marks?.toCorrectSeconds ?? 0);
  const all: Counted[] = [
    { value: totals.length, words: next === undefined ? people : `${people} shown, more follow` },
    {
      value: hours(minutesOf(sumOf(totals, ({ workedSeconds }) => workedSeconds))),
      words: html`worked${guessed > 0 && html`, ${hours(minutesOf(guessed))} of it closed automatically, correct first`}`,
    },
    { value: countText(toCorrect), words: 'to check', href, isToDo: toCorrect > 0 },
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
    ['First people', query.people === undefined ? undefined : addressOf({})],
    ['Next people', read.next === undefined ? undefined : addressOf({ people: read.next })],
  ];
  const nav = pages.flatMap(([label, address]) =>
    address === undefined ? [] : html`<a class="button" href="${address}" ${partial(address)}>${label}</a>`,
  );
  return section(
    'hours',
    'Hours',
    html`<details class="fold"><summary>Show the hours of each person</summary>${body}</details>${
      nav.length > 0 && html`<nav class="actions" aria-label="People">${nav}</nav>`
    }`,
  );
}

function totalsTable({ totals, names }: PeriodHours): Html {
  return table<Totals>({
    label: 'Totals',
    rows: totals,
    columns: [
      { head: 'Person', cell: ({ userId }) => names(userId) },
      { head: 'Worked', kind: 'num', cell: ({ workedMinutes }) => hours(workedMinutes) },
      { head: 'Pauses', kind: 'num', cell: ({ pauseMinutes }) => hours(pauseMinutes) },
      { head: 'Records', kind: 'num', cell: ({ logs }) => logs },
      { head: 'To check', kind: 'num', cell: ({ marks }) => marks?.toCorrect },
    ],
    href: ({ userId }) => pathOf({ id: userId }),
    empty: { title: 'No hours', text: 'The hours of closed records appear here, by person.' },
  });
}
