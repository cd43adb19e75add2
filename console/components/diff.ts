import { type Fragment, type Html, html } from './html.ts';

/** A field before and after a change, as JSON; one of them is absent where the whole came to be or went. */
export interface FieldChange {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What a change has done to fields; of what came to be or went, those that had a value. */
export function diff(changes: readonly FieldChange[]): Html {
  const told = changes.filter(({ before = NONE, after = NONE }) => before !== after);
  return html`<dl class="diff">${told.map(
    ({ name, before, after }) =>
      html`<dt>${name}</dt><dd>${
        before !== undefined && html`<del><span class="hidden">before </span>${shown(before)}</del>`
      }${after !== undefined && html`<ins><span class="hidden">after </span>${shown(after)}</ins>`}</dd>`,
  )}</dl>`;
}

/** A text as it is; what else JSON has, as JSON. */
function shown(json: string): Fragment {
  if (json === NONE) return html`<i>none</i>`;
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' && value !== '' ? value : json;
}

const NONE = 'null';
