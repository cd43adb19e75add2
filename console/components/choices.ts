import { type Fragment, type Html, html } from './html.ts';

/** Several choices of many. Each is sent as a field of its own: see {@link chosenOf}. */
export interface ChoicesField {
  readonly kind: 'choices';
  readonly name: string;
  readonly label: string;
  readonly help?: Fragment;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** Whether the options are names of the API, which are in English. */
  readonly isEnglish?: true;
  /** The options chosen when the form is first shown, separated by blanks. */
  readonly value?: string;
}

/** The options that a form names, as it was sent. */
export function chosenOf(values: Readonly<Record<string, string>>, name: string): string[] {
  const prefix = `${name}:`;
  return Object.keys(values).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

/** The boxes of a field, under one label. @param about its fault and help, which `attributes` refer to */
export function choices(
  { name, label, options, isEnglish }: ChoicesField,
  chosen: ReadonlySet<string>,
  attributes: Html,
  about: Html,
): Html {
  return html`<div class="field" id="${name}" role="group" tabindex="-1" aria-labelledby="${name}-label"${attributes}><span class="label" id="${name}-label">${label}</span><div class="control"><div class="choices">${options.map(
    ([option, words]) =>
      html`<label${isEnglish && html` lang="en"`}><input type="checkbox" value="1" name="${name}:${option}"${chosen.has(option) && html` checked`}>${words}</label>`,
  )}</div>${about}</div></div>`;
}
