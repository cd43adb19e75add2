import { type ChoicesField, choices, chosenOf } from './choices.ts';
import { control, type SelectField, type TextField } from './control.ts';
import { facts, faultSummary, type Remark, submitButton } from './elements.ts';
import { type Fragment, type Html, html } from './html.ts';
import { t } from './language.ts';
import { typedText } from './time.ts';
import { mayOpen, maySend } from './viewer.ts';

/** The state of a form: the typed values and their faults, or the first values. */
export interface FormState {
  /** By the name of the field. */
  readonly values: Readonly<Record<string, string>>;
  /** By the name of the field. */
  readonly faults: Readonly<Record<string, string>>;
  /** A fault that belongs to no field. */
  readonly fault?: string;
  /** A conflicting change of another person, and the present record. */
  readonly conflict?: { readonly title: string; readonly remarks: readonly Remark[] };
  /** The state with which the form was opened, if it changes a record: the value of {@link OPENED}. */
  readonly opened?: string;
  /** Differs for each form that is shown: sending the same one twice has the effect of once. */
  readonly key: string;
}

/** A choice of yes or no: the value of yes is `1`. */
export interface CheckField extends Pick<TextField, 'name' | 'label' | 'help' | 'value'> {
  readonly kind: 'check';
}

export type Field = (TextField | SelectField | CheckField | ChoicesField) & {
  /** Whether it says how something is to be done, and is nothing that the record has. */
  readonly isParameter?: boolean;
};

interface Form {
  readonly fields: readonly Field[];
  readonly submit: Fragment;
  /** Whether typing begins in its first field, as in a form that creates something. */
  readonly isFocused?: boolean;
  readonly danger?: boolean;
  /** Fields of another form that this one sends along. */
  readonly carried?: FormState['values'];
  /** The address that it is posted to; by default the page's. */
  readonly action?: string;
  /** Where `Cancel` leads; absent for a form beside the record it changes. */
  readonly cancel?: string;
}

/**
 * A form that is posted, by default to the page's own address: faults beside the fields and, with links to them, above.
 * Whoever may not send it sees the values that it would change.
 */
export function form(
  state: FormState,
  { fields, submit, isFocused, danger, carried = {}, action, cancel }: Form,
): Html {
  if (!maySend(action)) return readOnly(fields);
  const { fault, faults, conflict, key, opened } = state;
  const remarks = Object.entries(faults)
    .map(([name, text]): Remark => {
      const found = fields.find((each) => each.name === name);
      return found ? { id: name, label: found.label, text } : { text };
    })
    .sort((a, b) => placeOf(a, fields) - placeOf(b, fields));
  const summary = conflict
    ? faultSummary(conflict.title, conflict.remarks)
    : fault !== undefined
      ? faultSummary(fault, remarks)
      : remarks.length > 0 &&
        faultSummary(remarks.length === 1 ? t.parts.oneFault : t.parts.faults(remarks.length), remarks);
  return html`${summary}<form class="form" method="post"${action !== undefined && html` action="${action}"`}${fields.some(({ kind }) => kind === 'file') && html` enctype="multipart/form-data"`} novalidate><input type="hidden" name="${KEY}" value="${key}">${opened !== undefined && html`<input type="hidden" name="${OPENED}" value="${opened}">`}${Object.entries(carried).map(([name, value]) => name !== KEY && name !== OPENED && html`<input type="hidden" name="${name}" value="${value}">`)}${fields.some((each) => 'beside' in each) && DEFAULT_BUTTON}${fields.map((each, index) => field(state, each, isFocused === true && index === 0 && !summary))}
<div class="form-foot">${submitButton(submit, danger ? 'danger' : 'primary')}${cancel !== undefined && mayOpen(cancel) && html`<a class="button quiet" href="${cancel}">${t.parts.cancel}</a>`}</div></form>`;
}

function readOnly(fields: readonly Field[]): Html {
  return facts(
    fields
      .filter(({ isParameter }) => !isParameter)
      .map((field) => [field.label, shownWords(field) || html`<span class="muted">${t.parts.notSet}</span>`] as const),
  );
}

function shownWords({ value = '', ...field }: Field): Fragment {
  if (field.kind === 'check') return value === '1' ? t.parts.yes : t.parts.no;
  if (field.kind === 'password' || field.kind === 'file') return t.parts.notShown;
  if (field.kind === 'datetime-local') return typedText(value);
  if (field.kind !== 'select' && field.kind !== 'choices') return value;
  const chosen = field.kind === 'select' ? [value] : value.split(' ');
  return field.options.flatMap(([each, label]) => (chosen.includes(each) ? [label] : [])).join(', ');
}

/** The button that the Enter key presses in a form with buttons before its own. */
const DEFAULT_BUTTON = html`<button class="hidden" tabindex="-1" aria-hidden="true"></button>`;

/** The field that carries {@link FormState.key}. */
export const KEY = 'form-key';

/** The field that carries {@link FormState.opened}. */
export const OPENED = 'form-opened';

/** The field that says that the change was confirmed. */
export const CONFIRMED = 'form-confirmed';

/**
 * The value of a field: as it was typed, or as it is when the form is shown for the first time. Several choices are
 * separated by blanks.
 */
export function valueIn(values: FormState['values'], field: Field): string {
  const { name, kind, value = '' } = field;
  if (values[name] !== undefined) return values[name];
  // A box that is not ticked is not sent.
  if (KEY in values) return kind === 'choices' ? chosenOf(values, name).join(' ') : '';
  return value;
}

/** The value of a field that is shown for the first time, as people read it. */
export function wordsOf({ value = '', ...field }: Field): string {
  if (field.kind === 'check') return value === '1' ? t.parts.ticked : t.parts.notTicked;
  if (field.kind === 'select') return t.parts.quoted(field.options.find(([each]) => each === value)?.[1] ?? value);
  if (value === '') return t.parts.empty;
  return t.parts.quoted(field.kind === 'datetime-local' ? typedText(value) : value);
}

function placeOf({ id }: Remark, fields: readonly Field[]): number {
  return id === undefined ? fields.length : fields.findIndex(({ name }) => name === id);
}

/** A field of a form, with its typed value and fault. */
export function field({ values, faults }: Pick<FormState, 'values' | 'faults'>, spec: Field, isFocused = false): Html {
  const { name, label, help } = spec;
  const fault = faults[name];
  const value = valueIn(values, spec);
  const described = [fault !== undefined && `${name}-fault`, help !== undefined && `${name}-help`]
    .filter(Boolean)
    .join(' ');
  const about = html`${fault !== undefined && html`<p class="error" id="${name}-fault">${fault}</p>`}${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}`;
  const attributes = html`${described !== '' && html` aria-describedby="${described}"`}${fault !== undefined && html` aria-invalid="true"`}${isFocused && html` autofocus`}`;
  if (spec.kind === 'choices') return choices(spec, new Set(value.split(' ')), attributes, about);
  if (spec.kind === 'check')
    return html`<div class="field"><span></span><div class="control"><div class="check"><input type="checkbox" value="1" id="${name}" name="${name}"${attributes}${value === '1' && html` checked`}><label for="${name}">${label}</label></div>${about}</div></div>`;
  return html`<div class="field"><label for="${name}">${label}</label><div class="control">${control(spec, value, attributes)}${about}</div></div>`;
}
