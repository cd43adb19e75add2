import type { Field } from '../../components/form.ts';
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
}

/**
 * The fields for local times. One whose time occurs twice is followed by the question which of the two is meant: the
 * time that was typed, or that the record has.
 */
export function localFields(all: readonly LocalField[], typed: Values, present: Present): readonly Field[] {
  return all.flatMap(({ name, label, instant, ...rest }): Field[] => {
    const value = instant === undefined ? '' : fieldValueWithSeconds(instant, present);
    const field: Field = { kind: 'datetime-local', withSeconds: true, name, label, value, ...rest };
    const twins = twoInstants(typed[name] ?? value, present);
    if (!twins) return [field];
    const [first, second] = twins;
    const which: Field = {
      kind: 'select',
      name: whichOf(name),
      label: `${label} occurs twice`,
      help: 'This time occurs twice, because the clocks went back. Choose the first or the second.',
      // Of the record's own time, the one that it has.
      value: ownOf({ instant, value }, typed[name] ?? value, twins),
      options: [
        ['', 'Choose one'],
        ['first', `First (${first.offset})`],
        ['second', `Second (${second.offset})`],
      ],
      ...(rest.isParameter && { isParameter: true }),
    };
    return [field, which];
  });
}

/**
 * The instant that a field means: undefined if it is empty. An unchanged value keeps its milliseconds.
 * @returns the fault of the field, or of the question after it
 */
export function readLocal(
  { name, instant }: LocalField,
  values: Values,
  present: Present,
): { readonly instant?: string; readonly faults: Faults } {
  const typed = values[name] ?? '';
  if (typed === '') return { faults: {} };
  const which = values[whichOf(name)] ?? '';
  const twins = twoInstants(typed, present);
  if (twins && which !== 'first' && which !== 'second') return { faults: { [whichOf(name)]: 'Choose one of these.' } };
  const read: LocalTime = readLocalTime(typed, which === 'second' ? 'second' : 'first', present);
  if ('fault' in read) return { faults: { [name]: read.fault } };
  const isKept =
    instant !== undefined && instant.slice(0, SECONDS) === read.instant.slice(0, SECONDS) && !typed.includes('.');
  return { instant: isKept ? instant : read.instant, faults: {} };
}

/** The name of the question which of two equal times is meant. */
export function whichOf(name: string): string {
  return `${name}_which`;
}

function ownOf(
  { instant, value }: { readonly instant?: string | undefined; readonly value: string },
  typed: string,
  twins: NonNullable<ReturnType<typeof twoInstants>>,
): '' | 'first' | 'second' {
  if (instant === undefined || shortest(typed) !== shortest(value)) return '';
  return instant.slice(0, SECONDS) === twins[0].instant.slice(0, SECONDS) ? 'first' : 'second';
}

/** Browsers leave out seconds that are zero. */
function shortest(value: string): string {
  return value.replace(/(T\d\d:\d\d):00$/, '$1');
}

const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
