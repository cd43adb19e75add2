import { type Html, html } from './html.ts';

/** Says that something has been done. */
export function message(text: string): Html {
  return html`<p class="message" role="status">${text}</p>`;
}

/** Says above a form what keeps it from being done, with links to the fields. */
export function faultSummary(
  title: string,
  faults: readonly { readonly id: string; readonly label: string; readonly fault: string }[],
): Html {
  return html`<div class="message bad" role="alert" tabindex="-1" autofocus><div><b>${title}</b>${
    faults.length > 0 &&
    html`<ul>${faults.map(({ id, label, fault }) => html`<li><a href="#${id}">${label}</a>: ${fault}</li>`)}</ul>`
  }</div></div>`;
}
