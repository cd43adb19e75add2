import { type Field, KEY, valueIn } from '../components/form.ts';

/** Values by the name of their field. */
export type Values = Readonly<Record<string, string>>;

/** The state with which a form was opened: the form carries it along. */
export interface Opened {
  /** The revision of the record that it showed. */
  readonly revision: string;
  /** The values of the record that it showed. */
  readonly values: Values;
}

/** The values of fields as a browser sends them if the person changes nothing. */
export function shownIn(fields: readonly Field[]): Values {
  return valuesOf(fields, (field) => {
    const { value = '' } = field;
    // A value that is no option cannot be shown.
    if (field.kind !== 'choices') return value;
    const chosen = value.split(' ');
    return field.options.flatMap(([each]) => (chosen.includes(each) ? [each] : [])).join(' ');
  });
}

/** The values of the same fields in a form that was sent. */
export function sentIn(fields: readonly Field[], sent: Values): Values {
  return valuesOf(fields, (field) => valueIn({ [KEY]: '', ...sent }, field));
}

/** The fields whose values differ. */
export function differing<F extends { readonly name: string }>(fields: readonly F[], one: Values, other: Values): F[] {
  return fields.filter(({ name }) => (one[name] ?? '') !== (other[name] ?? ''));
}

/** As text of an alphabet that neither pages nor addresses escape. */
export function writeOpened(opened: Opened): string {
  return Buffer.from(JSON.stringify(opened)).toString('base64url');
}

/** The state that a form carries; undefined without one. */
export function readOpened(text: string | undefined): Opened | undefined {
  try {
    const { revision, values } = JSON.parse(Buffer.from(text ?? '', 'base64url').toString());
    const isText = [revision, ...Object.values(values)].every((each) => typeof each === 'string');
    return isText && revision.length <= MAX_REVISION ? { revision, values: { ...values } } : undefined;
  } catch {
    return undefined;
  }
}

function valuesOf(fields: readonly Field[], read: (field: Field) => string): Values {
  return Object.fromEntries(
    fields.filter(({ isParameter }) => !isParameter).map((field) => [field.name, asSent(field, read(field))]),
  );
}

function inOrder(choices: string): string {
  return choices.split(' ').sort().join(' ');
}

/**
 * A value as the browser sends it, without blanks at both ends, which the console removes: line breaks have one form,
 * or no place in fields of one line, and whole minutes have no seconds.
 */
function asSent({ kind }: Field, value: string): string {
  if (kind === 'choices') return inOrder(value);
  if (kind === 'textarea') return value.replaceAll(/\r\n?/g, '\n').trim();
  const line = value.replaceAll(/[\r\n]/g, '').trim();
  return kind === 'datetime-local' ? line.replace(/(T\d\d:\d\d):00(\.0+)?$/, '$1') : line;
}

const MAX_REVISION = 64;
