import { CONFIRMED, type Field, type FormState, form } from './form.ts';
import { type Fragment, type Html, html } from './html.ts';
import { t } from './language.ts';

export interface Confirmation {
  /** The question, such as “Deactivate Room displays?” */
  readonly title: string;
  /** The consequences, each a sentence. */
  readonly consequences: readonly Fragment[];
  /** The label of the button: “Deactivate”. */
  readonly act: string;
  /** Where `Cancel` leads. */
  readonly back: string;
  /** Fields that are asked along with it. */
  readonly fields?: readonly Field[];
}

/** Asks before something that destroys or locks out. @param carried the fields of the form that asks for it */
export function confirmation(
  state: FormState,
  { title, consequences, act, back, fields = [] }: Confirmation,
  carried?: FormState['values'],
): Html {
  return html`<div class="confirm"><h1>${title}</h1><ul>${consequences.map((each) => html`<li>${each}</li>`)}</ul>${form(
    state,
    {
      fields,
      submit: act === t.parts.confirm ? act : html`<span class="hidden">${t.parts.confirmHidden}</span>${act}`,
      danger: true,
      cancel: back,
      ...(carried && { carried: { ...carried, [CONFIRMED]: '1' } }),
    },
  )}</div>`;
}
