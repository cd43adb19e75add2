import { type Fragment, type Html, html } from './html.ts';

/** Names and values; those without a value are left out. */
export function facts(entries: readonly (readonly [name: string, value: Fragment])[]): Html {
  return html`<dl class="facts">${entries
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
