import { type Fragment, type Html, html } from './html.ts';

interface FieldOf {
  readonly name: string;
  readonly label: string;
  readonly help?: Fragment;
  /** The value of a form that is shown for the first time. */
  readonly value?: string;
}

export interface TextField extends FieldOf {
  /** The value of a `password` is not shown again. */
  readonly kind?:
    | 'text'
    | 'password'
    | 'email'
    | 'url'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'search'
    | 'textarea'
    | 'file';
  /** Of `datetime-local`: whether seconds are typed, too. */
  readonly withSeconds?: boolean;
  /** Of `file`: the files that may be chosen, by default CSV. */
  readonly accept?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  /** Values to find by typing a part of them. */
  readonly suggestions?: readonly string[];
  /** The {@link livePart} that is updated while the person types, with scripts. */
  readonly live?: { readonly path: string; readonly part: string };
  /** A button beside the field. */
  readonly beside?: Html;
}

export interface SelectField extends FieldOf {
  readonly kind: 'select';
  /** @property lang of a label in a language of its own */
  readonly options: readonly (readonly [value: string, label: string, lang?: string])[];
  /** Whether the options are names of the API, which are in English; not the empty one. */
  readonly isEnglish?: true;
}

/** Whether the value of a field must not be kept with a form: each field of kind `password` is named so. */
export function isSecretField(name: string): boolean {
  return /secret|password|token|credential/i.test(name);
}

/** The input of a field; its id is the field's name. */
export function control(spec: TextField | SelectField, value: string, attributes?: Html): Html {
  const own = html`id="${spec.name}" name="${spec.name}"${attributes}`;
  if (spec.kind === 'select')
    return html`<select ${own}>${spec.options.map(
      ([each, label, lang = spec.isEnglish && each !== '' ? 'en' : undefined]) =>
        html`<option value="${each}"${lang !== undefined && html` lang="${lang}"`}${each === value && html` selected`}>${label}</option>`,
    )}</select>`;
  const {
    name,
    kind = 'text',
    accept = '.csv,text/csv',
    withSeconds,
    required,
    maxLength,
    suggestions,
    live,
    beside,
  } = spec;
  if (kind === 'textarea')
    return html`<textarea ${own} rows="3"${maxLength !== undefined && html` maxlength="${maxLength}"`}>
${value}</textarea>`;
  if (kind === 'password' && !isSecretField(name)) throw new Error(`a secret field is named ${name}`);
  const { autocomplete = kind === 'password' ? 'new-password' : 'off' } = spec;
  if (kind === 'file') return html`<input type="file" ${own} accept="${accept}"${required && html` required`}>`;
  const input = html`<input type="${kind}" ${own} value="${kind !== 'password' && value}" autocomplete="${autocomplete}" spellcheck="false"${withSeconds && html` step="1"`}${required && html` required`}${maxLength !== undefined && html` maxlength="${maxLength}"`}${suggestions && html` list="${name}-list"`}${live && following(live)}>${
    suggestions &&
    html`<datalist id="${name}-list">${suggestions.map((each) => html`<option value="${each}">`)}</datalist>`
  }`;
  return beside ? html`<div class="beside">${input}${beside}</div>` : input;
}

/** A part of a page that says the consequences of a field. */
export function livePart(id: string, content: Fragment): Html {
  return html`<span id="${id}" aria-live="polite"><span>${content}</span></span>`;
}

function following({ path, part }: NonNullable<TextField['live']>): Html {
  return html` hx-get="${path}" hx-include="closest form" hx-trigger="input changed delay:300ms" hx-target="#${part}" hx-select="#${part} > *" hx-swap="innerHTML"`;
}
