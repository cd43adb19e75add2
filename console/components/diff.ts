import { type Fragment, type Html, html } from './html.ts';
import { labelOf } from './labels.ts';
import { t } from './language.ts';

/** A field before and after a change, as JSON; one of them is absent where the whole came to be or went. */
export interface FieldChange {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * The fields that a change has changed; of a record that was created or deleted, those that had a value.
 * @param wordsOf a value of a field as people read it
 */
export function diff(changes: readonly FieldChange[], wordsOf: (value: unknown, name: string) => Fragment): Html {
  const told = changes.filter(({ before = NONE, after = NONE }) => before !== after);
  return html`<dl class="diff">${told.map(
    ({ name, before, after }) =>
      html`<dt>${labelOf(name)}</dt><dd>${
        before !== undefined &&
        html`<del><span class="hidden">${t.parts.before}</span>${shown(before, (value) => wordsOf(value, name))}</del>`
      }${after !== undefined && html`<ins><span class="hidden">${t.parts.after}</span>${shown(after, (value) => wordsOf(value, name))}</ins>`}</dd>`,
  )}</dl>`;
}

function shown(json: string, wordsOf: (value: unknown) => Fragment): Fragment {
  const words = json === NONE ? '' : wordsOf(JSON.parse(json));
  return words === '' ? html`<i>${t.parts.none}</i>` : words;
}

const NONE = 'null';
