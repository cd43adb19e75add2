import { dateFault } from '../../../platform/core/instant.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import type { Field } from '../../components/form.ts';
import { t } from '../../components/language.ts';
import { sentenceOf } from '../../components/refusals.ts';
import { dayText, fieldValueWithSeconds, type Present } from '../../components/time.ts';
import type { Values } from '../../route/opened-form.ts';
import type { Faults } from '../../route/sent-form.ts';
import { localOf } from './local-fields.ts';
import { todayIn } from './record-of.ts';

type Times = Partial<Pick<TimeRecord, 'startTime' | 'endTime'>>;

/** The days of a record, as its form has them: dates, of typed values as they are typed. */
export interface RecordDays {
  readonly first: string;
  /** Of the end. */
  readonly last: string;
  /** Whether the form asks for both. */
  readonly areTwo: boolean;
  /** Of a pause by its time of day; undefined in a record of more than a day, where each pause has its own. */
  dayOf(time: string): string | undefined;
}

/** Which days a record has: its own, or those that were typed. @param isExact whether the form asks for both in any case */
export function daysOf(record: Times, typed: Values, present: Present, isExact = false): RecordDays {
  const own = (instant: string | undefined) => instant && fieldValueWithSeconds(instant, present).slice(0, DATE);
  const isTyped = 'date' in typed;
  const first = typed.date ?? own(record.startTime) ?? String(todayIn(present));
  const ownLast = own(record.endTime) ?? first;
  const [start, end] = (['start', 'end'] as const).map((name) => timeIn(typed[name], record[`${name}Time`], present));
  const isBefore = start !== undefined && end !== undefined && end <= start;
  const areTwo = isExact || 'end_date' in typed || (isTyped ? isBefore : ownLast !== first);
  const last = !isTyped ? ownLast : areTwo ? (typed.end_date ?? '') : first;
  const isOverDay = last > next(first) || (last === next(first) && !isBefore);
  return {
    ...{ first, last, areTwo },
    dayOf(time) {
      if (isOverDay && last !== '') return undefined;
      const at = timeIn(time, undefined, present);
      return last > first && at !== undefined && start !== undefined && at < start ? last : first;
    },
  };
}

/** The fields for the days, and where they stand: the second one before the end. */
export function dayFields({ first, last, areTwo }: RecordDays): { readonly date: Field; readonly endDate: Field[] } {
  return {
    date: { kind: 'date', name: 'date', label: t.words.date, value: first, required: true },
    endDate: areTwo
      ? [{ kind: 'date', name: 'end_date', label: t.recordForms.endDate, value: last, required: true }]
      : [],
  };
}

/** What is wrong with typed days. */
export function dayFaults({ first, last, areTwo }: RecordDays, typed: Values): Faults {
  const isApart = (name: 'start' | 'end') => !(typed[name] ?? '').includes('T');
  const faultOf = (day: string) => sentenceOf(dateFault(day)?.message ?? '');
  if ((isApart('start') || isApart('end')) && dateFault(first))
    return { date: first === '' ? t.failures.fillIn : faultOf(first) };
  if (!areTwo || !isApart('end') || !dateFault(last)) return {};
  if (last !== '') return { end_date: faultOf(last) };
  return { end_date: t.recordForms.endNotAfterStart(dayText(next(first))) };
}

/** A time of day that can be compared: of typed text, or else of an instant. */
function timeIn(typed: string | undefined, instant: string | undefined, present: Present): string | undefined {
  const text = typed ?? (instant && fieldValueWithSeconds(instant, present));
  const [, time] = /T(\d\d:\d\d(?::\d\d)?)/.exec(localOf(text ?? '', ANY_DAY)) ?? [];
  return time?.padEnd('HH:MM:SS'.length, ':00');
}

function next(day: string): string {
  return dateFault(day) ? '' : String(Temporal.PlainDate.from(day).add({ days: 1 }));
}

const ANY_DAY = '2000-01-01';
const DATE = ANY_DAY.length;
