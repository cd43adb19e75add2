import { type Html, html } from './html.ts';

/** Code with a label and a copy button, which only the script shows. @param id unique on the page */
export function code(label: string, text: string, id: string): Html {
  return html`<figure class="code"><figcaption><span>${label}</span><button class="button quiet" type="button" data-copy="${id}" hidden>Copy<span class="hidden"> ${label}</span></button></figcaption><pre tabindex="0"><code data-copied="${id}">${text}</code></pre></figure>`;
}
