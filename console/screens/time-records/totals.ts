import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit, type Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { partial } from '../../components/pages.ts';
import { type Counted, countText, strip } from '../../components/strip.ts';
import { table } from '../../components/table.ts';
import { hours } from '../../components/time.ts';
import { pageOf } from '../../route/cursor.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { pathOf } from '../people/person-of.ts';
import type { Selection } from './filter.ts';
import { minutesOf, monthGrid, sumOf } from './grid.ts';
import { type Names, namesOf, PATH, startOf, todayIn } from './record-of.ts';

/** The hours of a page of people, by name, and how many records of all of the selection wait for a correction. */
export interface PeriodHours {
  readonly totals: readonly Totals[];
  readonly names: Names;
  /** Where the next page of people begins. */
  readonly next: string | undefined;
  readonly toCorrect: number;
}

/** Reads the hours of a selection; undefined while a part of Lyceum is away. */
export async function readHours(
  { callIfAvailable, query, present }: SessionVisit,
  { days, end, chosen, request }: Selection,
): Promise<PeriodHours | undefined> {
  const after = pageOf({ cursor: query.people ?? '' }).after?.id;
  const of = chosen ? { userIds: chosen.users.map(({ id }) => id) } : after === undefined ? {} : { afterUserId: after };
  const by = isGrid(days) ? PeriodUnit.DAY : PeriodUnit.MONTH;
  const counted = { from: request.from, to: request.to, before: startOf(todayIn(present), present) };
  if (chosen?.users.length === 0) return { totals: [], names: (id) => id, next: chosen.next, toCorrect: 0 };
  const [answer, counts] = await Promise.all([
    callIfAvailable(RecordService.method.listTotals, { from: days.from, to: end, by, ...of }),
    chosen ? undefined : callIfAvailable(RecordService.method.countRecords, counted),
  ]);
  if (!answer || !(chosen || counts)) return undefined;
  const { totals, endUserId } = answer;
  const known = new Map(chosen?.users.map(({ id, name }) => [id, name]));
  const names: Names = chosen
    ? (id) => known.get(id) ?? id
    : await namesOf(
        callIfAvailable,
        totals.map(({ userId }) => userId),
      );
  return {
    totals: totals.toSorted((a, b) => names(a.userId).localeCompare(names(b.userId), 'en')),
    names,
    next: chosen ? chosen.next : endUserId && `~${endUserId}`,
    toCorrect: counts?.toCorrect ?? totals.reduce((sum, { marks }) => sum + (marks?.toCorrect ?? 0), 0),
  };
}

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

function isGrid({ from, to }: Selection['days']): boolean {
  return Temporal.PlainDate.from(from).until(to).days < MOST_DAYS;
}

const MOST_DAYS = 31;
