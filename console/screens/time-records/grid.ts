import { CalendarService } from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import type { PeriodTotals, Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { empty, link } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { dayText, hours } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import type { Selection } from './filter.ts';
import { minutesOf, type PeriodHours, sumOf } from './period-hours.ts';
import { PATH } from './record-of.ts';

/** A day of the grid. */
interface Day {
  readonly date: string;
  readonly weekday: string;
  readonly day: number;
  /** Why it is grey: a weekend, or the names of the calendar's days. */
  readonly off: string;
}

/** Hours by person and day, with a sum of each. The sums are of exact times, and round down once. */
export async function monthGrid(
  { callIfAvailable }: SessionVisit,
  days: Selection['days'],
  { totals, names }: PeriodHours,
): Promise<Html> {
  if (totals.length === 0) return empty({ title: t.timeRecords.noHours, text: t.timeRecords.noDaysText });
  const calendar = await callIfAvailable(CalendarService.method.listCalendarDays, {
    page: { size: MOST_CALENDAR_DAYS },
    from: days.from,
    to: String(Temporal.PlainDate.from(days.to).add({ days: 1 })),
  });
  const columns = daysOf(days, calendar?.days ?? []);
  const sums = columns.map(({ date }) => totals.map((each) => periodOf(each, date)));
  const seen = totals.flatMap(({ periods }) => periods.flatMap(marksOf));
  return html`<div class="month" role="region" aria-label="${t.parts.table(t.timeRecords.hoursByDay)}" tabindex="0"><table>
<caption class="hidden">${t.timeRecords.hoursByDay}</caption>
<thead><tr><th scope="col">${t.words.person}</th>${columns.map(headOf)}<th scope="col">${t.timeRecords.sum}</th></tr></thead>
<tbody>${totals.map(
    (each, row) => html`
<tr><th scope="row">${link(addressOf({ ...days, person: each.userId }), names(each.userId))}</th>${columns.map(
      (day, column) => cellOf(day, sums[column]?.[row], each.userId),
    )}<td class="sum">${hours(each.workedMinutes)}</td></tr>`,
  )}
</tbody>
<tfoot><tr><th scope="row">${t.timeRecords.sum}</th>${columns.map(
    ({ off }, column) => html`<td${off !== '' && html` class="off"`}>${sumText(sums[column] ?? [])}</td>`,
  )}<td class="sum">${hours(minutesOf(sumOf(totals, ({ workedSeconds }) => workedSeconds)))}</td></tr></tfoot>
</table></div>${
    MARKS.some(({ kind }) => seen.includes(kind)) &&
    html`<p class="muted small">${MARKS.filter(({ kind }) => seen.includes(kind)).map(
      ({ kind, sign }) => html`<span class="mark ${kind}">${sign}</span> ${t.timeRecords.marks[kind]} `,
    )}</p>`
  }`;
}

const MOST_CALENDAR_DAYS = 100;

const MARKS = [
  { kind: 'warn', sign: '!' },
  { kind: 'plain', sign: '✓' },
  { kind: 'shut', sign: '▪' },
] as const;
type Kind = (typeof MARKS)[number]['kind'];

function marksOf({ marks }: Pick<PeriodTotals, 'marks'>): readonly Kind[] {
  const { toCorrect = 0, corrected = 0, closed = 0 } = marks ?? {};
  const isSo: Readonly<Record<Kind, boolean>> = { warn: toCorrect > 0, plain: corrected > 0, shut: closed > 0 };
  return MARKS.map(({ kind }) => kind).filter((kind) => isSo[kind]);
}

function periodOf({ periods }: Totals, date: string): PeriodTotals | undefined {
  return periods.find(({ start }) => start === date);
}

function headOf({ date, weekday, day, off }: Day): Html {
  return html`<th scope="col"${off !== '' && html` class="off"`}><abbr title="${dayText(date)}${off !== '' && `, ${off}`}"><span class="small">${weekday}</span> ${day}</abbr></th>`;
}

function cellOf({ date, off }: Day, period: PeriodTotals | undefined, person: string): Html {
  const grey = off !== '' && 'off';
  if (!period) return html`<td${grey && html` class="off"`}></td>`;
  const kinds = marksOf(period);
  const signs = MARKS.filter(({ kind }) => kinds.includes(kind)).map(
    ({ kind, sign }) =>
      html`<span class="mark ${kind}" aria-hidden="true">${sign}</span><span class="hidden"> ${t.timeRecords.marks[kind]}</span>`,
  );
  const shown = html`${hours(period.workedMinutes)}${signs}`;
  const look = [grey, kinds.includes('warn') && 'warn'].filter((each) => each !== false).join(' ');
  const href = addressOf({ from: date, to: date, person, show: 'auto-closed' });
  return html`<td${look !== '' && html` class="${look}"`}>${kinds.includes('warn') ? link(href, shown) : shown}</td>`;
}

/** The sum of a day, in two lines where there is little room: many people work more than a hundred hours. */
function sumText(periods: readonly (PeriodTotals | undefined)[]): Html | undefined {
  const known = periods.filter((each) => each !== undefined);
  if (known.length === 0) return undefined;
  const [whole, minutes] = hours(minutesOf(sumOf(known, ({ workedSeconds }) => workedSeconds))).split(':');
  return html`${whole}:<wbr>${minutes}`;
}

function addressOf(filters: Readonly<Record<string, string>>): string {
  return `${PATH}?${new URLSearchParams(filters)}`;
}

function daysOf(
  { from, to }: Selection['days'],
  calendar: readonly { readonly name: string; readonly from: string; readonly to: string }[],
): Day[] {
  const first = Temporal.PlainDate.from(from);
  return Array.from({ length: first.until(to).days + 1 }, (_, index) => {
    const at = first.add({ days: index });
    const date = String(at);
    const named = calendar.filter((each) => each.from <= date && date <= each.to).map(({ name }) => name);
    const off = [...(at.dayOfWeek > FRIDAY ? [t.timeRecords.weekend] : []), ...named].join(', ');
    return { date, weekday: t.timeRecords.weekday(at.dayOfWeek), day: at.day, off };
  });
}

const FRIDAY = 5;
