import { type Fragment, type Html, html } from './html.ts';

interface FieldOf {
  readonly name: string;
  readonly label: string;
  readonly help?: Fragment;
  /** The value of a form that is shown for the first time. */
  readonly value?: string;
}

export interface TextField extends FieldOf {
  readonly kind?: 'text' | 'email' | 'url' | 'number' | 'datetime-local' | 'search';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: string;
}

export interface SelectField extends FieldOf {
  readonly kind: 'select';
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** The input of a field; its id is the field's name. */
export function control(spec: TextField | SelectField, value: string, attributes?: Html): Html {
  const own = html`id="${spec.name}" name="${spec.name}"${attributes}`;
  if (spec.kind === 'select')
    return html`<select ${own}>${spec.options.map(
      ([each, label]) => html`<option value="${each}"${each === value && html` selected`}>${label}</option>`,
    )}</select>`;
  const { kind = 'text', required, maxLength, autocomplete = 'off' } = spec;
  return html`<input type="${kind}" ${own} value="${value}" autocomplete="${autocomplete}" spellcheck="false"${required && html` required`}${maxLength !== undefined && html` maxlength="${maxLength}"`}>`;
}
