import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { link } from '../../components/elements.ts';
import type { Field } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { sentenceOf } from '../../components/refusals.ts';
import type { Present } from '../../components/time.ts';
import type { Values } from '../../route/opened-form.ts';
import { type Faults, FaultyForm, refuseFaults } from '../../route/sent-form.ts';
import { type LocalField, localFields, readLocal, shownIn } from './local-fields.ts';
import { dayFaults, dayFields, daysOf, type RecordDays } from './record-days.ts';
import { PATH, periodText } from './record-of.ts';

type Times = Pick<TimeRecord, 'startTime' | 'endTime' | 'pauses' | 'note'>;

export const NOTE_AT_MOST = 2_000;

/** How a form shows a record. */
interface Shown {
  /** With seconds, and the day of the end in any case. */
  readonly isExact?: boolean;
  /** What says how long was worked, as one types. */
  readonly live?: LocalField['live'];
}

/** The fields of a record, or of a new one: with one more pair of fields than it has pauses. */
export function recordFields(
  record: Partial<Times>,
  typed: Values,
  present: Present,
  { isExact = false, live }: Shown = {},
): readonly Field[] {
  const days = daysOf(record, typed, present, isExact);
  const { date, endDate } = dayFields(days);
  const [start, ...others] = timesOf(record, typed, days, present, isExact).map((each) => ({
    ...each,
    ...(live && { live }),
  }));
  const note: Field = {
    kind: 'textarea',
    name: 'note',
    label: t.words.note,
    value: record.note ?? '',
    maxLength: NOTE_AT_MOST,
  };
  return [
    ...[{ ...date, ...(live && { live }) }, ...localFields(start ? [start] : [], typed, present)],
    ...[...endDate, ...localFields(others, typed, present), note],
  ];
}

/** The values of the fields, and their faults. */
export function readRecord(record: Partial<Times>, values: Values, present: Present, isExact = false) {
  const days = daysOf(record, values, present, isExact);
  const faults: Record<string, Faults[string]> = { ...dayFaults(days, values) };
  const isWithoutDay = Object.keys(faults).length > 0;
  const read = new Map<string, string | undefined>();
  for (const field of timesOf(record, values, days, present, isExact)) {
    const isTyped = (values[field.name] ?? '') !== '';
    if (!isTyped && (field.required || (values[otherEnd(field.name)] ?? '') !== ''))
      faults[field.name] = t.failures.fillIn;
    // What a time of day means cannot be said without its day.
    if (!isTyped || isWithoutDay) continue;
    const { instant, faults: own } = readLocal(field, values, present);
    Object.assign(faults, own);
    read.set(field.name, instant);
  }
  const numbers = pauseNumbers(record).filter((n) => (values[`pause_${n}_start`] ?? '') !== '');
  const log = {
    startTime: read.get('start') ?? '',
    endTime: read.get('end') ?? '',
    pauses: numbers.map((n) => ({
      startTime: read.get(`pause_${n}_start`) ?? '',
      endTime: read.get(`pause_${n}_end`) ?? '',
    })),
  };
  return { log, numbers, faults };
}

/** How long was worked in a record as it is typed, in whole minutes; undefined while it is none. */
export function workedMinutes({ log, faults }: ReturnType<typeof readRecord>): number | undefined {
  if (Object.keys(faults).length > 0) return undefined;
  const [whole = 0, ...pauses] = [log, ...log.pauses].map(
    ({ startTime, endTime }) => fromInstantText(endTime) - fromInstantText(startTime),
  );
  const worked = whole - pauses.reduce((sum, pause) => sum + pause, 0);
  return [worked, whole, ...pauses].some((ms) => ms < 0) ? undefined : Math.floor(worked / 60_000);
}

/** The fields of the contract in which a record differs from what was typed; the note if it was changed. */
export function changedPaths(
  { startTime, endTime, pauses = [] }: Partial<Times>,
  { log }: ReturnType<typeof readRecord>,
  changed: Values,
): string[] {
  const periods = (all: readonly { readonly startTime: string; readonly endTime?: string | undefined }[]) =>
    all.map((pause) => `${pause.startTime} ${pause.endTime}`).join();
  return [
    ...(log.startTime !== startTime ? ['start_time'] : []),
    ...(log.endTime !== endTime ? ['end_time'] : []),
    ...(periods(log.pauses) !== periods(pauses) ? ['pauses'] : []),
    ...('note' in changed ? ['note'] : []),
  ];
}

/**
 * Runs a write of a record. Faults of its times are shown beside the fields, and an overlap beside the start,
 * with the other record.
 * @param numbers those of the pauses that were sent
 */
export async function withFaultsBeside<T>(
  present: Present,
  numbers: readonly number[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { conflictingLog: other } = error.extensions as { readonly conflictingLog?: OtherRecord };
    if (error.code === 'LOG_OVERLAPPING' && other) {
      const href = `${PATH}/${other.id}${other.endTime === null ? '/end' : ''}`;
      throw new FaultyForm({ start: html`${t.recordForms.overlaps(link(href, periodText(other, present)))}` });
    }
    const beside = error.violations.flatMap(({ pointer, message }) => {
      const name = nameOf(pointer, numbers);
      return name === undefined ? [] : [[name, sentenceOf(inWords(message))] as const];
    });
    if (beside.length > 0 && beside.length === error.violations.length) refuseFaults(Object.fromEntries(beside));
    throw error;
  }
}

interface OtherRecord {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string | null;
}

/** The name of the field that a fault of a log is about. */
function nameOf(pointer: string, numbers: readonly number[]): string | undefined {
  const [, index, end] = /\/pauses\/(\d+)\/(start|end)_?time$/i.exec(pointer) ?? [];
  if (index !== undefined) return `pause_${numbers[Number(index)]}_${end}`;
  const [, field] = /\/(start|end|note|at)(?:_?time)?$/i.exec(pointer) ?? [];
  return field === 'at' ? 'end' : field;
}

function inWords(message: string): string {
  return message.replaceAll('startTime', 'start').replaceAll('endTime', 'end');
}

function timesOf(
  record: Partial<Times>,
  typed: Values,
  days: RecordDays,
  present: Present,
  isExact: boolean,
): LocalField[] {
  const isInMinutes = !isExact;
  const pauses = pauseNumbers(record).flatMap((n): LocalField[] => {
    const pause = record.pauses?.[n - 1];
    return (['start', 'end'] as const).map((end) => {
      const name = `pause_${n}_${end}`;
      const instant = pause?.[`${end}Time`];
      const shown = shownIn({ name, label: '', instant, day: '', isInMinutes }, present);
      const label = t.recordForms[end === 'start' ? 'pauseStart' : 'pauseEnd'](n);
      return { name, label, instant, day: days.dayOf(typed[name] ?? shown), isInMinutes };
    });
  });
  return [
    { name: 'start', label: t.words.start, instant: record.startTime, required: true, day: days.first, isInMinutes },
    { name: 'end', label: t.words.end, instant: record.endTime, required: true, day: days.last, isInMinutes },
    ...pauses,
  ];
}

function pauseNumbers({ pauses = [] }: Partial<Times>): number[] {
  return Array.from({ length: pauses.length + 1 }, (_, index) => index + 1);
}

/** Of a pause, the other one of its two fields; of anything else, none. */
function otherEnd(name: string): string {
  const [, pause, end] = /^(pause_\d+_)(start|end)$/.exec(name) ?? [];
  return pause === undefined ? '' : `${pause}${end === 'start' ? 'end' : 'start'}`;
}
