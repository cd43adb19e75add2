import { submitButton } from './button.ts';
import { type ChoicesField, choices, chosenOf } from './choices.ts';
import { control, type SelectField, type TextField } from './control.ts';
import { type Html, html } from './html.ts';
import { faultSummary } from './message.ts';

/** What a form shows: what was typed and what is wrong with it, or the first values. */
export interface FormState {
  /** By the name of the field. */
  readonly values: Readonly<Record<string, string>>;
  /** By the name of the field. */
  readonly faults: Readonly<Record<string, string>>;
  /** What is wrong and belongs to no field. */
  readonly fault?: string;
  /** Differs for each form that is shown: sending the same one twice has the effect of once. */
  readonly key: string;
}

/** A choice of yes or no: the value of yes is `1`. */
export interface CheckField extends Pick<TextField, 'name' | 'label' | 'help' | 'value'> {
  readonly kind: 'check';
}

export type Field = TextField | SelectField | CheckField | ChoicesField;

interface Form {
  readonly fields: readonly Field[];
  readonly submit: string;
  readonly danger?: boolean;
  /** Where `Cancel` leads; absent for a form beside what it changes. */
  readonly cancel?: string;
}

/** A form that is posted to the page's own address: faults beside the fields and, with links to them, above. */
export function form(state: FormState, { fields, submit, danger, cancel }: Form): Html {
  const faulty = fields.flatMap(({ name, label }) => {
    const fault = state.faults[name];
    return fault === undefined ? [] : [{ id: name, label, fault }];
  });
  const summary =
    state.fault !== undefined
      ? faultSummary(state.fault, faulty)
      : faulty.length > 0 &&
        faultSummary(
          faulty.length === 1
            ? 'Nothing was saved: one field needs a change.'
            : `Nothing was saved: ${faulty.length} fields need a change.`,
          faulty,
        );
  return html`${summary}<form class="form" method="post" novalidate><input type="hidden" name="${KEY}" value="${state.key}">${fields.some((each) => 'beside' in each) && DEFAULT_BUTTON}${fields.map((each) => field(state, each))}
<div class="form-foot">${submitButton(submit, danger ? 'danger' : 'primary')}${cancel !== undefined && html`<a class="button quiet" href="${cancel}">Cancel</a>`}</div></form>`;
}

/** What the Enter key presses in a form that has buttons before its own. */
const DEFAULT_BUTTON = html`<button class="hidden" tabindex="-1" aria-hidden="true"></button>`;

/** The field that carries {@link FormState.key}. */
export const KEY = 'form-key';

function field({ values, faults }: FormState, spec: Field): Html {
  const { name, label, help } = spec;
  const fault = faults[name];
  // A box that is not ticked is not sent.
  const value = values[name] ?? (KEY in values ? '' : (spec.value ?? ''));
  const described = [fault !== undefined && `${name}-fault`, help !== undefined && `${name}-help`]
    .filter(Boolean)
    .join(' ');
  const about = html`${fault !== undefined && html`<p class="error" id="${name}-fault">${fault}</p>`}${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}`;
  const attributes = html`${described !== '' && html` aria-describedby="${described}"`}${fault !== undefined && html` aria-invalid="true"`}`;
  if (spec.kind === 'choices') {
    const chosen = KEY in values ? chosenOf(values, name) : (spec.value ?? '').split(' ');
    return choices(spec, new Set(chosen), attributes, about);
  }
  if (spec.kind === 'check')
    return html`<div class="field"><span></span><div class="control"><div class="check"><input type="checkbox" value="1" id="${name}" name="${name}"${attributes}${value === '1' && html` checked`}><label for="${name}">${label}</label></div>${about}</div></div>`;
  return html`<div class="field"><label for="${name}">${label}</label><div class="control">${control(spec, value, attributes)}${about}</div></div>`;
}
