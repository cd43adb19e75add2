import type { Field } from '../../components/form.ts';
import { t } from '../../components/language.ts';
import { type LocalTime, readLocalTime, twoInstants } from '../../components/local-time.ts';
import { fieldValueWithSeconds, type Present } from '../../components/time.ts';
import type { Values } from '../../route/opened-form.ts';
import type { Faults } from '../../route/sent-form.ts';

/** A field for a local time. */
export interface LocalField {
  readonly name: string;
  readonly label: string;
  /** Its first value: RFC 3339. */
  readonly instant?: string | undefined;
  readonly required?: boolean;
  readonly isParameter?: boolean;
  /** The day of a time of day that is typed alone: a date. Absent where the day is typed with it. */
  readonly day?: string | undefined;
  /** Whether it is typed without seconds: those of the first value stay. */
  readonly isInMinutes?: boolean;
  readonly live?: { readonly path: string; readonly part: string };
}

/**
 * The fields for local times. One whose time occurs twice is followed by the question which of the two is meant: the
 * time that was typed, or that the record has.
 */
export function localFields(all: readonly LocalField[], typed: Values, present: Present): readonly Field[] {
  return all.flatMap((spec): Field[] => {
    const { name, label, required, isParameter, day, live } = spec;
    const value = shownIn(spec, present);
    const rest = { name, label, value, ...(required && { required }), ...(isParameter && { isParameter }) };
    const field: Field =
      day === undefined
        ? { kind: 'datetime-local', withSeconds: true, ...rest }
        : { kind: 'text', maxLength: 'HH:MM:SS'.length, ...rest };
    const local = localOf(typed[name] ?? value, day);
    const shown = { ...field, ...(live && { live }) };
    const twins = twoInstants(local, present);
    if (!twins) return [shown];
    const [first, second] = twins;
    const which: Field = {
      kind: 'select',
      name: whichOf(name),
      label: t.recordForms.occursTwice(label),
      help: t.recordForms.occursTwiceHelp,
      // Of the record's own time, the one that it has.
      value: ownOf(spec, twins),
      options: [
        ['', t.recordForms.chooseOne],
        ['first', t.recordForms.first(first.offset)],
        ['second', t.recordForms.second(second.offset)],
      ],
      ...(isParameter && { isParameter }),
    };
    return [shown, which];
  });
}

/**
 * The instant that a field means: undefined if it is empty. An unchanged value keeps its seconds and milliseconds.
 * @returns the fault of the field, or of the question after it
 */
export function readLocal(
  spec: LocalField,
  values: Values,
  present: Present,
): { readonly instant?: string; readonly faults: Faults } {
  const { name, instant, day } = spec;
  const typed = localOf(values[name] ?? '', day);
  if (typed === '') return { faults: {} };
  const which = values[whichOf(name)] ?? '';
  const twins = twoInstants(typed, present);
  if (twins && which !== 'first' && which !== 'second') return { faults: { [whichOf(name)]: t.failures.chooseOne } };
  const read: LocalTime = readLocalTime(typed, which === 'second' ? 'second' : 'first', present);
  if ('fault' in read)
    return {
      faults: { [name]: day !== undefined && !typed.includes('T') ? t.recordForms.timeOfDay : read.fault },
    };
  const isKept = instant !== undefined && sameIn(spec, instant, read.instant) && !typed.includes('.');
  return { instant: isKept ? instant : read.instant, faults: {} };
}

/** The name of the question which of two equal times is meant. */
export function whichOf(name: string): string {
  return `${name}_which`;
}

/** A time of day, as it is typed, with its day; other text as it is. */
export function localOf(typed: string, day: string | undefined): string {
  const [, hour, rest] = /^([01]?\d|2[0-3])(:[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?)$/.exec(typed) ?? [];
  return day === undefined || hour === undefined ? typed : `${day}T${hour.padStart(2, '0')}${rest}`;
}

/** The first value of a field. */
export function shownIn({ instant, day, isInMinutes }: LocalField, present: Present): string {
  if (instant === undefined) return '';
  const local = fieldValueWithSeconds(instant, present);
  return day === undefined ? local : local.slice(DATE + 1, isInMinutes ? MINUTES : SECONDS);
}

function ownOf(spec: LocalField, twins: NonNullable<ReturnType<typeof twoInstants>>): '' | 'first' | 'second' {
  const { instant } = spec;
  if (instant === undefined) return '';
  return sameIn(spec, instant, twins[0].instant) ? 'first' : sameIn(spec, instant, twins[1].instant) ? 'second' : '';
}

/** Whether an instant is, as far as it is typed, the one of the first value. */
function sameIn({ isInMinutes }: LocalField, one: string, other: string): boolean {
  const length = isInMinutes ? MINUTES : SECONDS;
  return one.slice(0, length) === other.slice(0, length);
}

const DATE = 'YYYY-MM-DD'.length;
const MINUTES = 'YYYY-MM-DDTHH:MM'.length;
const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
