import { type Fragment, type Html, html } from './html.ts';

/** Values that a page shows, each labelled by its name. @param id unique on the page */
export function shownValues(id: string, values: readonly (readonly [name: string, value: Fragment])[]): Html {
  return html`<dl class="facts">${values.map(
    ([name, value], index) =>
      html`<dt id="${id}-${index}">${name}</dt><dd><output aria-labelledby="${id}-${index}">${value}</output></dd>`,
  )}</dl>`;
}
