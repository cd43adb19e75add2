import { type Html, html } from './html.ts';

/** Says that something has been done. */
export function message(text: string): Html {
  return html`<p class="message" role="status">${text}</p>`;
}

/** What is to be said of one field, or of the whole. */
export interface Remark {
  /** The field's; absent for what has none. */
  readonly id?: string;
  readonly label?: string;
  readonly text: string | Html;
}

/** Says above a form what keeps it from being done, with links to the fields. */
export function faultSummary(title: string, remarks: readonly Remark[]): Html {
  return html`<div class="message bad" role="alert" tabindex="-1" autofocus><div><b>${title}</b>${
    remarks.length > 0 &&
    html`<ul>${remarks.map(({ id, label, text }) => html`<li>${label !== undefined && html`${id === undefined ? label : html`<a href="#${id}">${label}</a>`}: `}${text}</li>`)}</ul>`
  }</div></div>`;
}
