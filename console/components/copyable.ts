import { type Html, html } from './html.ts';

/**
 * An id with a copy button, which only the script shows.
 * @param label what it is, for those who hear the button
 * @param href where it leads
 */
export function copyable(label: string, id: string, href?: string): Html {
  const shown = href === undefined ? id : html`<a href="${href}">${id}</a>`;
  return html`<span class="copyable"><span data-copied="id ${id}"><span class="mono">${shown}</span></span><button class="button quiet" type="button" data-copy="id ${id}" hidden>Copy<span class="hidden"> ${label}</span></button></span>`;
}
