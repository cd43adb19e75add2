import { type Fragment, type Html, html } from './html.ts';

/** A number that says how things are. */
export interface Figure {
  readonly name: string;
  readonly value: Fragment;
  /** A unit, or the share of the whole. */
  readonly unit?: Fragment;
  /** Where what is counted is listed. */
  readonly href?: string;
}

/** Numbers beside each other. */
export function figures(all: readonly Figure[]): Html {
  return html`<dl class="figures">${all.map(({ name, value, unit, href }) => {
    const shown = html`${value}${unit && html` <small>${unit}</small>`}`;
    return html`<div><dt>${name}</dt><dd>${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}</dd></div>`;
  })}</dl>`;
}
